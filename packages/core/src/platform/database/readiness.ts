import { CachedProbe } from '../cached-probe.js';
import type { Database } from './database.js';

/** Knows whether Postgres answers, and takes writes. */
export class Readiness {
  private readonly answers: CachedProbe<boolean>;

  constructor(database: Pick<Database, 'ping'>) {
    this.answers = new CachedProbe(async () => {
      await database.ping();
      return true;
    });
  }

  /** Whether it does, in time. */
  async check(): Promise<boolean> {
    return (await this.answers.value()) ?? false;
  }
}
