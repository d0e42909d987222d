import type { Stack } from './stack.js';

/** The text and the bytes of every row of every table, each with the table's name. */
export async function databaseContents(stack: Stack): Promise<string[]> {
  const tables = await stack.query(
    `SELECT c.oid::regclass::text AS name,
            (SELECT array_agg(a.attname::text) FROM pg_attribute a
              WHERE a.attrelid = c.oid AND a.atttypid = 'bytea'::regtype AND NOT a.attisdropped) AS bytes
       FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  );
  const contents: string[] = [];
  for (const { name, bytes } of tables) {
    const rows = await stack.query(`SELECT t::text AS text, to_jsonb(t) AS row FROM ${String(name)} t`);
    for (const { text, row } of rows) {
      const decoded = ((bytes ?? []) as string[]).map((column) => decode((row as Record<string, unknown>)[column]));
      contents.push([name, text, ...decoded].join(' '));
    }
  }
  return contents;
}

function decode(value: unknown): string {
  return typeof value === 'string' ? Buffer.from(value.slice('\\x'.length), 'hex').toString('utf8') : '';
}
