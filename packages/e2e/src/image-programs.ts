import { readFileSync } from 'node:fs';

/** The programs of the image, by name. */
export function programs(): Map<string, string> {
  const source = readFileSync('deploy/image/svc.mjs', 'utf8');
  const [, table = ''] = /programs = \{([^}]*)\}/.exec(source) ?? [];
  return new Map([...table.matchAll(/^ +'?([\w:-]+)'?: '([^']+)'/gm)].map(([, name = '', path = '']) => [name, path]));
}
