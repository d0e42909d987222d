import { BoundedReading } from '../bounded-reading.js';
import type { Database } from './database.js';

/** Knows whether Postgres answers, and takes writes. */
export class Readiness {
  private readonly answers: BoundedReading<boolean>;

  constructor(database: Pick<Database, 'ping'>) {
    this.answers = new BoundedReading(async () => {
      await database.ping();
      return true;
    });
  }

  /** Whether it does, in time. */
  async check(): Promise<boolean> {
    return (await this.answers.value()) ?? false;
  }
}
