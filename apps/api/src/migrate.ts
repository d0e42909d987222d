import { parseArgs } from 'node:util';
import { grantToService, migrate, readSetting, withSecretFiles, type MigrationNews } from '@svc/core';

// `npm run migrate [-- --grant-to <role>]`: migrates the database of DATABASE_URL, and ends.
const USAGE = 'Usage: npm run migrate [-- --grant-to <role>]';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

function tell(news: MigrationNews): void {
  if (news.kind === 'queued') say('Waiting for another process that migrates this database');
  else if (news.kind === 'begun') say(`Migrating: ${news.migrations.join(', ')}`);
  else if (news.kind === 'waits') say(`Waiting for other transactions (process ${news.pids.join(', ')})`);
  else say(`Migrated in ${news.durationMs} ms`);
}

try {
  const { values } = parseArgs({ options: { 'grant-to': { type: 'string' } } });
  const databaseUrl = readSetting('DATABASE_URL', withSecretFiles(process.env));
  await migrate(databaseUrl, tell, { cell: process.env['CELL'] ? readSetting('CELL', process.env) : undefined });
  const role = values['grant-to'];
  if (role !== undefined) await grantToService(databaseUrl, role);
  say(`The database is up to date${role === undefined ? '' : `, and ${role} can use it`}`);
} catch (error) {
  const isUsage = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  // A host with several addresses has an error for each.
  const [first = error] = (error as Partial<AggregateError>).errors ?? [];
  complain((first as Error).message);
  if (isUsage) complain(USAGE);
  process.exitCode = isUsage ? 2 : 1;
}
