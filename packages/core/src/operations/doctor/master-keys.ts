import { unreadableOf } from '../../platform/crypto/rewrapping.js';
import type { MasterKeys } from '../../platform/crypto/master-keys.js';
import type { SealedColumn } from '../../platform/crypto/sealed-column.js';
import type { StatementRunner } from '../../platform/database/database.js';
import { failed, ok, warning, type Finding } from './finding.js';

interface Kept {
  readonly masterKeys: MasterKeys | undefined;
  readonly sealedColumns: readonly SealedColumn[];
}

/** Checks whether MASTER_KEY opens the stored secrets. Skipped if MASTER_KEY is invalid. */
export async function examineMasterKeys(
  runner: StatementRunner,
  { masterKeys, sealedColumns }: Kept,
): Promise<Finding[]> {
  if (masterKeys === undefined) return [];
  const counts = new Map<string, number>();
  for (const column of sealedColumns) {
    const unreadable = await unreadableOf(runner, column, masterKeys);
    if (unreadable.rows > 0) return [failed('master key', unreadableText(column, unreadable.keyNames))];
    for (const { keyName, secrets } of await column.count(runner)) {
      if (!masterKeys.names.includes(keyName)) {
        return [failed('master key', unreadableText(column, new Set([keyName])))];
      }
      counts.set(keyName, (counts.get(keyName) ?? 0) + secrets);
    }
  }
  const all = [...counts.values()].reduce((sum, secrets) => sum + secrets, 0);
  const { first, names } = masterKeys;
  if (names.length === 1) return [ok('master key', `${first.name} opens all ${all} secrets`)];
  const left = all - (counts.get(first.name) ?? 0);
  if (left === 0) {
    const others = names.slice(1).join(' and ');
    const text = `all ${all} secrets are under ${first.name}: ${others} can be removed if ${first.name} is the new key`;
    return [warning('master key', text)];
  }
  const text = `${left} of ${all} secrets are not under ${first.name}; npm run master-key:rotate rewraps them`;
  return [warning('master key', text)];
}

function unreadableText({ secrets }: SealedColumn, keyNames: ReadonlySet<string>): string {
  const names = [...keyNames].join(', ');
  return `MASTER_KEY does not open some ${secrets}${names && `: it lacks ${names}`}; they cannot be used`;
}
