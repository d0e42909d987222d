import type { Receiver, Stack } from '@svc/testing';
import type { Balance } from './accounts.js';
import type { Answers } from './load.js';

/** What a fault acts on. */
export interface Scene {
  readonly stack: Stack;
  readonly receiver: Receiver;
}

/** A fault, which is over when the promise of `strike` resolves. */
export interface Fault {
  /** Row numbers of the reliability requirements that it tests. */
  readonly rows: readonly number[];
  readonly name: string;
  /** What clients may get in addition to 2xx; `none` if a process is killed that they wait for. */
  readonly mayAnswer?: readonly ('none' | '503')[];
  /** Bound of `recoverySeconds`. Delays depend on the load of the machine: `unsent-jobs.test.ts` judges them without load. */
  readonly maxSeconds?: number;
  /** Whether events must arrive twice, which shows that the fault hit its moment. */
  readonly mustRepeat?: boolean;
  /** Whether every request must be a recorded attempt, and each event acknowledged once. */
  readonly mustNotRepeat?: boolean;
  strike(scene: Scene): Promise<void>;
}

/** What happened since the fault began. */
export interface Measured extends Omit<Balance, 'wrong'> {
  readonly answers: Answers;
  /** The longest time from the acknowledgement of a payment during the fault until all its events have arrived. */
  readonly delaySeconds: number;
  /** From the end of the fault until `payment.completed` of a payment created after it arrives. It passes both queues. */
  readonly recoverySeconds: number;
  /** Attempts in the database. */
  readonly attempts: number;
  /** Those of them that an endpoint has acknowledged. */
  readonly acknowledgedAttempts: number;
}

/** What the fault broke, without what was lost. */
export function broken(fault: Fault, measured: Measured): string[] {
  const wrong: string[] = [];
  const { duplicates, delivered, requests, attempts, acknowledgedAttempts, recoverySeconds } = measured;
  if (fault.mustRepeat === true && duplicates === 0) wrong.push('no event arrived twice: the fault missed its moment');
  if (fault.mustNotRepeat === true) {
    // On a slow machine a request may time out before it arrives, or before its response does.
    if (requests > attempts) wrong.push(`${requests} requests arrived, ${attempts} attempts are recorded`);
    if (acknowledgedAttempts !== delivered) {
      wrong.push(`${acknowledgedAttempts} attempts were acknowledged for ${delivered} events`);
    }
  }
  for (const [answer, count] of measured.answers) {
    const isAllowed = answer.startsWith('2') || fault.mayAnswer?.some((each) => each === answer);
    if (isAllowed !== true) wrong.push(`${count} requests were answered by ${answer}`);
  }
  const { maxSeconds = Infinity } = fault;
  if (recoverySeconds > maxSeconds)
    wrong.push(`recovered after ${recoverySeconds} s, at most ${maxSeconds} are allowed`);
  return wrong;
}
