import { BoundedReading } from '../bounded-reading.js';
import type { Database } from './database.js';

/** Knows whether Postgres answers. */
export class Readiness {
  private readonly answers: BoundedReading<boolean>;

  constructor(database: Pick<Database, 'ping'>) {
    this.answers = new BoundedReading(async () => {
      await database.ping();
      return true;
    });
  }

  /** Whether Postgres answers in time. */
  async check(): Promise<boolean> {
    return (await this.answers.value()) ?? false;
  }
}
