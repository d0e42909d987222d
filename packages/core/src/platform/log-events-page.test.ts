import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const LITERAL = /(?:\.(\w+)\(\s*\{\s*)?\bevent: '([a-z_]+)'/g;
/** The partition keeper names level and event before its fields. */
const TOLD = /\.tell\(\s*'(?:warn|error)',\s*'([a-z_]+)'/g;
/** Logged at info level by way of a variable. */
const INFO = new Set(['request']);

function sources(): string[] {
  return ['packages/core/src', 'apps/api/src', 'apps/worker/src'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(`${folder}/${file}`, root), 'utf8')),
  );
}

/** The events that are logged as a warning or worse. An event whose level is not next to it counts as one. */
function loggedEvents(): string[] {
  const found = sources().flatMap((text) => [
    ...[...text.matchAll(LITERAL)].flatMap(([, level = '', event = '']) =>
      /^(?:debug|info)$/.test(level) || INFO.has(event) ? [] : [event],
    ),
    ...[...text.matchAll(TOLD)].map(([, event = '']) => event),
  ]);
  return [...new Set(found)].toSorted();
}

/** The events in the first column of the table. */
function documentedEvents(): string[] {
  const page = readFileSync(new URL('docs/operations/observe.md', root), 'utf8');
  const table = /<!-- events -->\n([^]*?)\n<!-- \/events -->/.exec(page)?.[1] ?? '';
  const rows = [...table.matchAll(/^\| (`.*?`) +\|/gm)].slice(1);
  return rows
    .flatMap(([, names = '']) => [...names.matchAll(/`([a-z_]+)`/g)].map(([, event = '']) => event))
    .toSorted();
}

it('docs/operations/observe.md lists each event that is logged as a warning or worse once, and no other', () => {
  expect(loggedEvents().length).toBeGreaterThan(50);
  expect(documentedEvents()).toEqual(loggedEvents());
});
