import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it, onTestFinished } from 'vitest';
import { reachableCodes } from './reachable-codes.mjs';

const head = `
class DomainError extends Error { constructor(readonly code: 'gone' | 'taken' | 'late' | 'internal', detail: string) { super(detail); } }
const Operation = (id: string) => (_: unknown, __: unknown) => undefined as never;
`;

/** The codes that the operation `act` of a controller can reach, with the functions on the way. */
async function codesOf(source) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-codes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'program.ts');
  await writeFile(file, head + source);
  const options = {
    experimentalDecorators: true,
    strict: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
  };
  return reachableCodes(ts.createProgram([file], options)).map(({ code, path }) => `${code} by ${path.join(' > ')}`);
}

const controller = (body, members = '') => `class C { ${members} @Operation('act') act() { ${body} } }`;

it.each([
  ['thrown by the method itself', controller(`throw new DomainError('gone', '');`), ['gone by act']],
  [
    'thrown by what it calls, however far',
    `function end() { throw new DomainError('late', ''); } const middle = () => end();${controller('middle();')}`,
    ['late by act > middle > end'],
  ],
  [
    'made by one function and thrown by another',
    `const problem = (isLate: boolean) => new DomainError(isLate ? 'late' : 'taken', '');${controller('throw problem(true);')}`,
    ['late by act > problem', 'taken by act > problem'],
  ],
  [
    'thrown by a callback that is passed on by name',
    `class S { run(work: () => void) { work(); } step = () => { throw new DomainError('gone', ''); }; }
     ${controller('this.s.run(this.s.step);', 's = new S();')}`,
    ['gone by act > step'],
  ],
  [
    'thrown by a class behind an interface, and by one below that',
    `interface Port { send(): void }
     class One implements Port { send() { throw new DomainError('gone', ''); } }
     class Two extends One { override send() { throw new DomainError('late', ''); } }
     ${controller('this.port.send();', 'constructor(private readonly port: Pick<Port, "send">) {}')}`,
    ['gone by act > send', 'late by act > send'],
  ],
  [
    'thrown by a constructor and a getter',
    `class A { constructor() { throw new DomainError('taken', ''); } }
     class B { get made(): A { throw new DomainError('late', ''); } }
     ${controller('new A(); return this.b.made;', 'b = new B();')}`,
    ['taken by act > A', 'late by act > made'],
  ],
  [
    'not thrown by what it does not mention',
    `function other() { throw new DomainError('late', ''); } ${controller('return 1;', 'own() { other(); }')}`,
    [],
  ],
])('a code is found %s', async (_, source, found) => {
  expect((await codesOf(source)).sort()).toEqual(found.sort());
});

it('a code without a literal type is refused', async () => {
  const source = `const any = (code: string) => new DomainError(code as never, '');${controller('throw any("gone");')}`;
  await expect(codesOf(source)).rejects.toThrow('must have a literal type');
});
