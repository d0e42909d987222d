import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@svc/testing';
import type { Answers } from './load/answers.js';
import { canCut, type Network } from './machines/machine.js';
import { longestPause, span } from './outage.js';
import type { Scene } from './scene.js';

export type TroubleKind = 'kill' | 'cut' | 'separate' | 'switchover' | 'redis';

/** What one trouble did. */
export interface Trouble {
  readonly kind: TroubleKind;
  /** The longest time without an acknowledged write, from the trouble until writes were back. */
  readonly writesPausedSeconds: number;
  /** From the first to the last 503. */
  readonly unavailableSeconds: number;
  readonly from: string;
  readonly to: string;
}

const WRITES_BACK_MS = 180_000;
/** Time for the load between two troubles. */
const CALM_MS = 3_000;

/** Makes trouble, one after the other, and waits until everything is whole again. */
export class Troubles {
  readonly results: Trouble[] = [];
  readonly faults: string[] = [];

  constructor(
    private readonly scene: Scene,
    private readonly network: Network,
    private readonly answers: Answers,
    private readonly say: (line: string) => void,
  ) {}

  async make(kind: TroubleKind): Promise<void> {
    await sleep(CALM_MS);
    this.say(`${WORDS[kind]}`);
    const result = await (kind === 'redis' ? this.killRedis() : this.movePrimary(kind));
    this.results.push(result);
    const { from, to, writesPausedSeconds, unavailableSeconds } = result;
    this.say(`  ${from} -> ${to}; writes paused for ${writesPausedSeconds} s, 503 for ${unavailableSeconds} s`);
  }

  private async movePrimary(kind: Exclude<TroubleKind, 'redis'>): Promise<Trouble> {
    const { databases, redis } = this.scene;
    const former = await databases.primary();
    const others = databases.machines.filter((machine) => machine !== former);
    const { network } = this;
    const struckAt = performance.now();
    let mend: () => Promise<unknown> = () => Promise.resolve();
    if (kind === 'switchover') {
      await databases.switchover();
    } else if (kind === 'kill') {
      await former.kill();
      mend = async () => {
        databases.restart(former);
        redis.restartSentinel(former);
        return Promise.resolve();
      };
    } else {
      if (!canCut(network)) throw new Error('links cannot be cut here');
      await (kind === 'cut' ? network.cut(former) : network.separate(former, others));
      mend = () => (kind === 'cut' ? network.mend(former) : network.rejoin(former, others));
    }
    const primary = await databases.newPrimary(former);
    await this.writesBack();
    const backAt = performance.now();
    await mend();
    await databases.whole();
    return { kind, ...this.figures(struckAt, backAt), from: former.name, to: primary.name };
  }

  private async killRedis(): Promise<Trouble> {
    const { redis } = this.scene;
    const former = await redis.primary();
    this.faults.push(...(await redis.faultsOfSentinelClients(former)));
    const struckAt = performance.now();
    await former.kill();
    const primary = await redis.newPrimary(former);
    await this.writesBack();
    const backAt = performance.now();
    this.faults.push(...(await redis.faultsOfSentinelClients(primary)));
    await redis.rejoin(former, primary);
    return { kind: 'redis', ...this.figures(struckAt, backAt), from: former.name, to: primary.name };
  }

  /** Waits until writes are acknowledged that were requested from now on. */
  private async writesBack(): Promise<void> {
    const from = performance.now();
    await eventually(
      () => {
        const later = this.answers.writes.filter(({ askedAt }) => askedAt > from);
        if (later.length < 5) throw new Error('no write was acknowledged since the trouble');
      },
      { timeoutMs: WRITES_BACK_MS, intervalMs: 50 },
    );
  }

  private figures(from: number, to: number): Pick<Trouble, 'writesPausedSeconds' | 'unavailableSeconds'> {
    return {
      writesPausedSeconds: longestPause(this.answers.writes, from, to),
      unavailableSeconds: span(this.answers.unavailableAt, from, to),
    };
  }
}

const WORDS: Readonly<Record<TroubleKind, string>> = {
  kill: "killing every process of the primary's machine",
  cut: "cutting the link of the primary's machine",
  separate: 'separating the primary from the other databases and etcd; clients still reach it',
  switchover: 'switching over with patronictl',
  redis: 'killing the primary Redis',
};
