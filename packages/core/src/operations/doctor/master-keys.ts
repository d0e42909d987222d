import { unreadableOf } from '../../platform/crypto/rewrapping.js';
import type { MasterKeys } from '../../platform/crypto/master-keys.js';
import type { SealedColumn } from '../../platform/crypto/sealed-column.js';
import type { StatementRunner } from '../../platform/database/database.js';
import { failed, ok, warning, type Finding } from './finding.js';

interface Kept {
  readonly masterKeys: MasterKeys | undefined;
  readonly sealedColumns: readonly SealedColumn[];
}

/** Which master keys the stored secrets are under, and whether MASTER_KEY opens them. Nothing when it is wrong itself. */
export async function examineMasterKeys(
  runner: StatementRunner,
  { masterKeys, sealedColumns }: Kept,
): Promise<Finding[]> {
  if (masterKeys === undefined) return [];
  const counts = new Map<string | null, number>();
  for (const column of sealedColumns) {
    const unreadable = await unreadableOf(runner, column, masterKeys);
    if (unreadable.rows > 0) return [failed('master key', unreadableText(column, unreadable.keyNames))];
    for (const { keyName, secrets } of await column.count(runner)) {
      if (keyName !== null && !masterKeys.names.includes(keyName)) {
        return [failed('master key', unreadableText(column, new Set([keyName])))];
      }
      counts.set(keyName, (counts.get(keyName) ?? 0) + secrets);
    }
  }
  const all = [...counts.values()].reduce((sum, secrets) => sum + secrets, 0);
  const { first, names } = masterKeys;
  if (names.length === 1) return [ok('master key', `${first.name} opens all ${all} secrets`)];
  const left = all - (counts.get(first.name) ?? 0);
  if (left === 0) return [warning('master key', `all ${all} secrets are under ${first.name}: it can be the only one`)];
  const text = `${left} of ${all} secrets are not under ${first.name}; npm run master-key:rotate puts them there`;
  return [warning('master key', text)];
}

function unreadableText({ secrets }: SealedColumn, keyNames: ReadonlySet<string>): string {
  const names = [...keyNames].join(', ');
  return `there are ${secrets} that MASTER_KEY does not open${names && `: it lacks ${names}`}; nothing is signed or paid with them`;
}
