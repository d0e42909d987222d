// Fails when an operation can reach a `DomainError` whose code the contract does not declare for it.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from './lib/paths.mjs';
import { reachableCodes } from './lib/reachable-codes.mjs';

const config = ts.getParsedCommandLineOfConfigFile(join(root, 'packages/testing/tsconfig.tests.json'), undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  },
});
const api = join(root, 'apps/api/src');
const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
const program = ts.createProgram(
  files.map((file) => join(api, file)),
  config?.options ?? {},
);

/** @type {Map<string, Set<string>>} */
const declared = new Map();
for (const name of ['openapi.json', 'console.json']) {
  const { paths, components } = JSON.parse(await readFile(join(root, 'openapi', name), 'utf8'));
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    if (operation.operationId !== undefined) declared.set(operation.operationId, codesOf(operation, components));
  }
}

function codesOf(operation, components) {
  const responses = Object.values(operation.responses).map(({ $ref, ...response }) =>
    $ref === undefined ? response : components.responses[$ref.split('/').at(-1)],
  );
  const codes = responses.flatMap((response) => response['x-problem-codes'] ?? []);
  return new Set(codes);
}

const reachable = reachableCodes(program);
const undeclared = reachable.filter(({ operationId, code }) => !declared.get(operationId)?.has(code));
for (const { operationId, code, path, file } of undeclared) {
  console.error(`${operationId} can return ${code}, which the contract does not declare: ${path.join(' > ')}`);
  console.error(`  ${relative(root, file)}; declare it in x-problem-codes of a response, or do not throw it there`);
}
if (undeclared.length > 0) process.exitCode = 1;
else console.log(`problem-codes: ${reachable.length} codes that ${declared.size} operations can reach are declared`);
