import { LOOK_UP_MS, type LookUp, type NameAnswer } from './name-answer.js';

const MAX_PER_ACCOUNT = 4;
const MAX_LOOK_UPS = 64;

export interface LookupQueueOptions {
  readonly ask: (name: string) => LookUp;
  /** Called with each answer before any caller gets it. */
  readonly onAnswer: (name: string, answer: NameAnswer, tookMs: number) => void;
  /** Called when a caller times out before its look-up started. */
  readonly onGivenUp?: () => void;
}

type Settle = (answer: NameAnswer) => void;

interface Account {
  underWay: number;
  /** The number of its last turn; 0 if it has had none since it last waited. */
  lastTurn: number;
  /** The callers per name whose look-up has not started, the longest-waiting name first. */
  readonly waiting: Map<string, Set<Settle>>;
}

/**
 * Looks up each name once for all callers, and shares the slots fairly: an account gets another one while it uses fewer
 * than four and fewer than are free. Configured names (account null) never wait.
 */
export class LookupQueue {
  private readonly accounts = new Map<string, Account>();
  private readonly underWay = new Map<string, Promise<NameAnswer>>();
  private taken = 0;
  private turns = 0;

  constructor(private readonly options: LookupQueueOptions) {}

  get waiting(): number {
    let count = 0;
    for (const { waiting } of this.accounts.values()) count += waiting.size;
    return count;
  }

  get size(): number {
    return this.taken;
  }

  /** Resolves within {@link LOOK_UP_MS}, including the wait. */
  find(name: string, accountId: string | null): Promise<NameAnswer> {
    return new Promise((resolve) => {
      const settle: Settle = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      const timer = setTimeout(() => {
        if (accountId !== null) this.giveUp(name, accountId, settle);
        resolve({ kind: 'timed_out' });
      }, LOOK_UP_MS);
      const begun = this.underWay.get(name);
      if (begun !== undefined) return void begun.then(settle);
      if (accountId === null) return void this.begin(name).answer.then(settle);
      this.wait(name, this.account(accountId), settle);
      this.advance();
    });
  }

  private wait(name: string, { waiting }: Account, settle: Settle): void {
    const others = waiting.get(name);
    if (others === undefined) waiting.set(name, new Set([settle]));
    else others.add(settle);
  }

  private giveUp(name: string, accountId: string, settle: Settle): void {
    const waiting = this.accounts.get(accountId)?.waiting;
    const askers = waiting?.get(name);
    if (askers?.delete(settle) !== true) return;
    if (askers.size === 0) waiting?.delete(name);
    this.forgetIdle(accountId);
    this.options.onGivenUp?.();
  }

  private advance(): void {
    for (;;) {
      const next = this.next();
      if (next === undefined) return;
      const [accountId, account, name] = next;
      account.lastTurn = ++this.turns;
      account.underWay += 1;
      this.taken += 1;
      void this.begin(name).over.then(() => {
        account.underWay -= 1;
        this.taken -= 1;
        this.forgetIdle(accountId);
        this.advance();
      });
    }
  }

  /** The longest-waiting name of the account with the fewest slots, then of the one whose last turn is oldest. */
  private next(): readonly [accountId: string, account: Account, name: string] | undefined {
    const most = Math.min(MAX_PER_ACCOUNT, MAX_LOOK_UPS - this.taken);
    let found: readonly [string, Account, string] | undefined;
    for (const [accountId, account] of this.accounts) {
      const [name] = account.waiting.keys();
      if (name === undefined || account.underWay >= most) continue;
      if (found === undefined || comesBefore(account, found[1])) found = [accountId, account, name];
    }
    return found;
  }

  private begin(name: string): LookUp {
    const begunAt = performance.now();
    const lookUp = this.options.ask(name);
    const answer = lookUp.answer.then((given) => {
      this.underWay.delete(name);
      this.options.onAnswer(name, given, performance.now() - begunAt);
      return given;
    });
    this.underWay.set(name, answer);
    for (const [accountId, { waiting }] of this.accounts) {
      for (const settle of waiting.get(name) ?? []) void answer.then(settle);
      waiting.delete(name);
      this.forgetIdle(accountId);
    }
    return { answer, over: lookUp.over };
  }

  private account(accountId: string): Account {
    const known = this.accounts.get(accountId);
    if (known !== undefined) return known;
    const account: Account = { underWay: 0, lastTurn: 0, waiting: new Map() };
    this.accounts.set(accountId, account);
    return account;
  }

  private forgetIdle(accountId: string): void {
    const account = this.accounts.get(accountId);
    if (account?.underWay === 0 && account.waiting.size === 0) this.accounts.delete(accountId);
  }
}

function comesBefore(one: Account, other: Account): boolean {
  return one.underWay === other.underWay ? one.lastTurn < other.lastTurn : one.underWay < other.underWay;
}
