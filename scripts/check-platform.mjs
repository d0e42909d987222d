// packages/core/src/platform must not know the domain: its SQL may only use tables of its own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { domainTablesIn, tablesOf } from './lib/sql-tables.mjs';

const core = fileURLToPath(new URL('../packages/core/src/', import.meta.url));
const schema = join(core, 'schema', '0001-baseline');
const platformSchema = new Set(['01-installation.sql', '03-idempotency.sql']);

const domain = readdirSync(schema)
  .filter((name) => name.endsWith('.sql') && !platformSchema.has(name))
  .flatMap((name) => tablesOf(readFileSync(join(schema, name), 'utf8')));

const found = readdirSync(join(core, 'platform'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .flatMap((name) => {
    const tables = domainTablesIn(readFileSync(join(core, 'platform', name), 'utf8'), domain);
    return tables.map((table) => `packages/core/src/platform/${name}: SQL names ${table}`);
  });

for (const line of found) console.log(line);
process.exit(found.length === 0 && domain.length > 0 ? 0 : 1);
