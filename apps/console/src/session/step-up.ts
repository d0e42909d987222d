import { failureOf } from '../lib/problem';

let ask: (() => Promise<boolean>) | undefined;
let asking: Promise<boolean> | undefined;

/** Sets what asks the person for the password. Returns what stops that. */
export function onStepUp(asker: () => Promise<boolean>): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/**
 * Runs what may need that the person has just given the password. If the service asks for it, so does the page, and then it
 * runs again.
 */
export async function withStepUp<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (refusal) {
    if (failureOf(refusal).code !== 'step_up_required' || ask === undefined) throw refusal;
    // Of several at once, all wait for the same answer.
    asking ??= ask().finally(() => (asking = undefined));
    if (!(await asking)) throw refusal;
    return run();
  }
}
