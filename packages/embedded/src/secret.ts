import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/** The password kept in this file, made when there is none. `fresh` says that it was made now. */
export async function keepSecret(file: string): Promise<{ secret: string; fresh: boolean }> {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.trim() !== '') return { secret: kept.trim(), fresh: false };
  const secret = randomBytes(24).toString('hex');
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return { secret, fresh: true };
}
