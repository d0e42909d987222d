import { CachedProbe } from '../cached-probe.js';
import type { Database } from './database.js';

export class Readiness {
  private readonly answers: CachedProbe<boolean>;

  constructor(database: Pick<Database, 'ping'>) {
    this.answers = new CachedProbe(async () => {
      await database.ping();
      return true;
    });
  }

  /** Whether Postgres responds in time and accepts writes. */
  async check(): Promise<boolean> {
    return (await this.answers.value()) ?? false;
  }
}
