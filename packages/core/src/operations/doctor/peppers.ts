import type { Peppers } from '../../platform/crypto/peppers.js';
import type { StatementRunner } from '../../platform/database/database.js';
import { storedPeppers, type StoredPepper } from '../../security/keys/stored-peppers.js';
import { failed, ok, warning, type Finding } from './finding.js';

/** Checks whether API_KEY_PEPPER knows the stored API keys and recovery codes. Skipped if it is invalid. */
export async function examinePeppers(runner: StatementRunner, peppers: Peppers | undefined): Promise<Finding[]> {
  if (peppers === undefined) return [];
  const stored = await storedPeppers(runner);
  const { first, names } = peppers;
  const lost = stored.filter(({ name }) => !names.includes(name));
  if (lost.length > 0) {
    const lacking = lost.map(({ name }) => name).join(', ');
    const text = `API_KEY_PEPPER lacks ${lacking}: ${countOf(lost)} do not work`;
    // Recovery codes are replaced by the people whom they belong to, and by no operator.
    return [lost.some(({ keys }) => keys > 0) ? failed('pepper', text) : warning('pepper', text)];
  }
  const older = stored.filter(({ name }) => name !== first.name);
  if (older.length > 0) {
    const text = `${countOf(older)} are under older peppers than ${first.name}; each key moves when it is used, and recovery codes do not move`;
    return [warning('pepper', text)];
  }
  if (names.length === 1) return [ok('pepper', `${first.name} knows ${countOf(stored)}`)];
  const others = names.slice(1).join(' and ');
  const advice = `${others} can be removed two days after ${first.name} became the first, if that is the new pepper`;
  return [warning('pepper', `${countOf(stored)} are under ${first.name}: ${advice}`)];
}

function countOf(stored: readonly StoredPepper[]): string {
  const sum = (of: (each: StoredPepper) => number): number => stored.reduce((total, each) => total + of(each), 0);
  return `${sum(({ keys }) => keys)} API keys and ${sum(({ codes }) => codes)} recovery codes`;
}
