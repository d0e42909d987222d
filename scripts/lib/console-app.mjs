// Builds the web console, apps/console, with Vite. Its types are checked by `npm run check`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

export const CONSOLE = 'apps/console';

/** The folders with its sources: the client library is bundled from them. */
export const consoleSources = [CONSOLE, 'packages/sdk/src'];

/** Whether it has been built, at any time. */
export function hasConsole() {
  return existsSync(join(root, CONSOLE, 'dist', 'app', 'index.html'));
}

export async function buildConsole() {
  const { build } = await import('vite');
  await build({ configFile: join(root, CONSOLE, 'vite.config.mjs') });
}
