import type { Exchange } from './gateway.js';
import type { Run } from './run.js';

/** One guarantee of the contract, and how it is checked. */
export interface Check {
  /** The guarantee, as a sentence. */
  readonly name: string;
  /** The version of the contract that has it; all versions if left out. */
  readonly since?: '1.4';
  /** The options that it needs, if they are missing; none if left out. */
  readonly needs?: (run: Run) => string | undefined;
  /** Throws Unexpected if the gateway does not keep the guarantee. */
  readonly run: (run: Run) => Promise<void>;
}

/** The gateway answered something else than the contract says. */
export class Unexpected extends Error {
  constructor(
    readonly expected: string,
    readonly exchange: Exchange | undefined,
    readonly came = 'nothing',
  ) {
    super(`expected ${expected}`);
  }
}

/** The check does not apply to this gateway. */
export class NotApplicable extends Error {}
