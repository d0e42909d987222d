import { ApiError, type Problem } from '@svc/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { onStepUp, withStepUp } from './step-up.js';

let stop: (() => void) | undefined;
afterEach(() => stop?.());

function refused(code: string): ApiError {
  const problem = { type: '', title: '', status: 403, code, detail: 'Refused.', requestId: 'req_1' } as Problem;
  return new ApiError(new Response(null, { status: 403 }), problem);
}

/** Is refused until the person has confirmed. */
function guarded(): {
  run: () => Promise<string>;
  confirm: (answer: boolean) => Promise<boolean>;
  asked: () => number;
} {
  let [isConfirmed, asked] = [false, 0];
  return {
    run: () => (isConfirmed ? Promise.resolve('done') : Promise.reject(refused('step_up_required'))),
    confirm: (answer) => {
      asked += 1;
      isConfirmed = answer;
      return Promise.resolve(answer);
    },
    asked: () => asked,
  };
}

describe('withStepUp', () => {
  it('asks once for several requests, and runs each of them again', async () => {
    const { run, confirm, asked } = guarded();
    stop = onStepUp(() => confirm(true));
    expect(await Promise.all([withStepUp(run), withStepUp(run)])).toEqual(['done', 'done']);
    expect(asked()).toBe(1);
  });

  it('fails with the refusal if the person gives no password', async () => {
    const { run, confirm } = guarded();
    stop = onStepUp(() => confirm(false));
    await expect(withStepUp(run)).rejects.toMatchObject({ code: 'step_up_required' });
  });

  it('asks nothing for other refusals', async () => {
    const { confirm, asked } = guarded();
    stop = onStepUp(() => confirm(true));
    await expect(withStepUp(() => Promise.reject(refused('insufficient_scope')))).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    expect(asked()).toBe(0);
  });
});
