import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the SQL files of a subfolder, sorted by name. `npm run build` copies them into dist. */
export function sqlIn(folder: string): string[] {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(path)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(join(path, name), 'utf8'));
}
