import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Settings for auto_explain. */
export const EXPLAINING = {
  shared_preload_libraries: 'auto_explain',
  logging_collector: 'on',
  log_rotation_size: '0',
};

/** A node of a plan, with the names of EXPLAIN (FORMAT JSON). */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** An executed statement with its plan. */
export interface Explained {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
}

const SETTINGS = {
  log_min_duration: '0',
  log_analyze: 'on',
  log_buffers: 'on',
  log_timing: 'off',
  log_format: 'json',
};
const POLL_MS = 5;

/** The plans of other connections, read from the server's log. */
export class PlanLog {
  private position = 0;
  private marks = 0;

  private constructor(private readonly client: Client) {}

  /** Enables auto_explain for new connections. */
  static async open(databaseUrl: string): Promise<PlanLog> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const database = new URL(databaseUrl).pathname.slice(1);
    for (const [name, value] of Object.entries(SETTINGS)) {
      await client.query(`ALTER DATABASE "${database}" SET auto_explain.${name} = '${value}'`);
    }
    const log = new PlanLog(client);
    await log.next();
    return log;
  }

  /** The statements executed since the last call. */
  async next(): Promise<Explained[]> {
    const mark = `plan log mark ${++this.marks}`;
    await this.client.query(`DO $$ BEGIN RAISE LOG '${mark}'; END $$`);
    for (;;) {
      const { rows } = await this.client.query<{ text: string }>(
        'SELECT pg_read_file(pg_current_logfile(), $1, 1000000000) AS text',
        [this.position],
      );
      const text = rows[0]?.text ?? '';
      if (text.includes(mark)) {
        this.position += Buffer.byteLength(text);
        return explainedIn(text);
      }
      await sleep(POLL_MS);
    }
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

/** A plan starts on the line after its announcement, and each of its lines starts with a tab. */
export function explainedIn(log: string): Explained[] {
  return [...log.matchAll(/ ms {2}plan:\n((?:\t.*\n)+)/g)].map(
    ([, plan = '']) => JSON.parse(plan.replaceAll(/^\t/gm, '')) as Explained,
  );
}
