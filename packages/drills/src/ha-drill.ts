import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@svc/testing';
import { compareBooks, faultsOf, Receipts, reconciled, type Books } from './books.js';
import { Answers } from './load/answers.js';
import { Payers } from './load/payers.js';
import { StreamReader } from './load/stream-reader.js';
import { Witness } from './load/witness.js';
import type { Network } from './machines/machine.js';
import type { Scene } from './scene.js';
import { longPauses } from './outage.js';
import { Troubles, type Trouble, type TroubleKind } from './troubles.js';

const SETTLED_MS = 120_000;
const TAKE_EVERY_MS = 1_000;
/** Payments before the first trouble. */
const WARM_UP_MS = 3_000;

export interface Outcome {
  readonly troubles: readonly Trouble[];
  readonly statuses: Readonly<Record<string, number>>;
  readonly witnessStatuses: Readonly<Record<string, number>>;
  readonly slowestSeconds: number;
  readonly standbyChecks: number;
  readonly streamBreaks: number;
  readonly books: Books;
  readonly faults: readonly string[];
}

/** Runs the load, makes these troubles, and compares the books. `judgesPauses`: pauses of writes can be too long. */
export async function runDrill(
  scene: Scene,
  network: Network,
  { kinds, judgesPauses }: { readonly kinds: readonly TroubleKind[]; readonly judgesPauses: boolean },
  say: (line: string) => void,
): Promise<Outcome> {
  const { testKey } = scene.keys;
  const answers = new Answers(scene.apiUrl, testKey);
  const payers = new Payers(answers);
  const reader = new StreamReader(scene.apiUrl, testKey, answers);
  const { apiUrl = '', databaseUrl = '' } = scene.witness ?? {};
  const witnessAnswers = new Answers(apiUrl, testKey);
  const witness = new Witness(apiUrl, databaseUrl, witnessAnswers);
  const receipts = new Receipts();
  const taking = setInterval(() => receipts.take(scene.receiver.take()), TAKE_EVERY_MS);
  const troubles = new Troubles(scene, network, answers, say);
  try {
    await reader.start();
    payers.start();
    witness.start();
    await sleep(WARM_UP_MS);
    for (const kind of kinds) {
      await troubles.make(kind);
      // The first primary is a standby now. On a slow machine, it would be primary again before the witness asks.
      await witness.checked();
    }
    say('comparing the books');
    await Promise.all([payers.stop(), witness.stop()]);
    const acknowledged = {
      ...payers.acknowledged,
      payments: new Map([...payers.acknowledged.payments, ...witness.acknowledged]),
    };
    const known = { acknowledged, unkeyed: payers.unkeyed, streamed: reader.events };
    const books = await settled(() => {
      receipts.take(scene.receiver.take());
      return compareBooks((sql, parameters) => scene.query(sql, parameters), known, receipts);
    });
    await reader.stop();
    const differences = await reconciled(scene.apiUrl, testKey);
    const violations = await scene.stopService();
    return {
      troubles: troubles.results,
      statuses: Object.fromEntries(answers.counts),
      witnessStatuses: Object.fromEntries(witnessAnswers.counts),
      slowestSeconds: Math.round(Math.max(answers.slowestMs, witnessAnswers.slowestMs) / 100) / 10,
      standbyChecks: witness.checksOnStandby,
      streamBreaks: reader.breaks,
      books,
      faults: [
        ...faultsOf(books),
        ...troubles.faults,
        ...(judgesPauses ? longPauses(troubles.results) : []),
        ...answers.wrong,
        ...witnessAnswers.wrong.map((what) => `at the witness: ${what}`),
        ...(witness.checksOnStandby === 0 ? ['no API was asked whether it is ready on a standby'] : []),
        ...(witness.readyOnStandby > 0 ? [`an API was ready ${witness.readyOnStandby} times on a standby`] : []),
        ...receipts.altered,
        ...differences,
        ...violations,
      ],
    };
  } finally {
    clearInterval(taking);
  }
}

/** The books once nothing is missing any more, or at the end of the time. */
async function settled(compare: () => Promise<Books>): Promise<Books> {
  const whole = async (): Promise<Books> => {
    const books = await compare();
    const faults = faultsOf(books);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return books;
  };
  return eventually(whole, { timeoutMs: SETTLED_MS, intervalMs: 2_000 }).catch(compare);
}
