import type { PoolClient } from 'pg';
import type { StatementRunner } from './database.js';
import type { NamedQuery } from './named-query.js';

/** Postgres runs the statements of a trip one after another. */
const MAX_PER_TRIP = 8;

type Execute = (client: PoolClient, query: NamedQuery, values: readonly unknown[]) => Promise<never[]>;

interface Waiting {
  readonly query: NamedQuery;
  readonly values: readonly unknown[];
  readonly resolve: (rows: never[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs reads. Those of the same turn of the event loop are written to one connection at once: with a connection for each,
 * writing, reading and switching between processes take longer than the rows of a page. Each fails alone.
 */
export class SharedTrips implements StatementRunner {
  private waiting: Waiting[] = [];

  constructor(
    private readonly connect: () => Promise<PoolClient>,
    private readonly execute: Execute,
  ) {}

  run<Row>(query: NamedQuery, values: readonly unknown[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => this.sendAll());
      this.waiting.push({ query, values, resolve, reject });
    });
  }

  /** Runs one on a connection of its own. */
  alone<Row>(query: NamedQuery, values: readonly unknown[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.send([{ query, values, resolve, reject }]).catch(reject);
    });
  }

  private sendAll(): void {
    const { waiting } = this;
    this.waiting = [];
    for (let start = 0; start < waiting.length; start += MAX_PER_TRIP) {
      const trip = waiting.slice(start, start + MAX_PER_TRIP);
      this.send(trip).catch((error: unknown) => {
        for (const { reject } of trip) reject(error);
      });
    }
  }

  private async send(trip: readonly Waiting[]): Promise<void> {
    const client = await this.connect();
    const { stream } = client.connection;
    stream.cork();
    const settled = trip.map(({ query, values, resolve, reject }) =>
      this.execute(client, query, values).then(resolve, reject),
    );
    stream.uncork();
    await Promise.all(settled);
    client.release();
  }
}
