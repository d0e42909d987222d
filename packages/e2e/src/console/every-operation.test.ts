import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = new URL('../../../../', import.meta.url);
const APP = new URL('apps/console/', ROOT);

/** Operations that pages request by their path, with the file and the text that do it. */
const BY_PATH: Readonly<Record<string, readonly [file: string, text: string]>> = {
  // The signed bytes, which the client library would parse.
  getEvent: ['src/pages/events/event-page.tsx', 'readText(mode, `/events/${'],
  // A link, so that the browser saves the file while it arrives.
  downloadReport: ['src/pages/analytics/reports.tsx', '/v1/analytics/reports/${report.id}/download`'],
};

/** Operations that no page uses, each with the reason. */
const WITHOUT_PAGE: Readonly<Record<string, string>> = {
  updatePayment: 'Description, reference and metadata belong to the program that created the payment.',
  createPaymentMethod: 'Takes the token of a card form. The payment page saves methods with the consent of the payer.',
  getCurrentCaller: 'Is about an API key. The pages ask for the session of the person.',
  getReport: 'The list of reports has the same fields.',
};

let methods: ReadonlyMap<string, string>;
let used: ReadonlySet<string>;

beforeAll(async () => {
  const text = await readFile(new URL('openapi/client-methods.yaml', ROOT), 'utf8');
  methods = new Map(
    [...text.matchAll(/^(\w+): (\w+\.\w+)$/gm)].map(([, operation = '', method = '']) => [operation, method]),
  );
  const resources = new Set([...methods.values()].map((method) => method.replace(/\..*/, '')));
  const called = calledMethods(fileURLToPath(new URL('tsconfig.json', APP)), resources);
  used = new Set([...methods].filter(([, method]) => called.has(method)).map(([operation]) => operation));
});

describe('the pages of the console', () => {
  it('use every operation of the contract that is not excused', async () => {
    const document = JSON.parse(await readFile(new URL('openapi/openapi.json', ROOT), 'utf8')) as Document;
    const unused = operationsOf(document).filter((operation) => !used.has(operation) && !(operation in BY_PATH));
    expect(unused.toSorted()).toEqual(Object.keys(WITHOUT_PAGE).toSorted());
  });

  it.each(Object.entries(BY_PATH))('request %s by its path', async (operation, [file, text]) => {
    expect(used).not.toContain(operation);
    expect(await readFile(new URL(file, APP), 'utf8')).toContain(text);
  });

  it('use every operation that only they have', async () => {
    const document = JSON.parse(await readFile(new URL('openapi/console.json', ROOT), 'utf8')) as Document;
    const source = await readFile(new URL('src/session/console-api.ts', APP), 'utf8');
    const sent = [...source.matchAll(/send\(\s*'(\w+)',\s*['`]([^'`]+)['`]/g)].map(
      ([, method = '', path = '']) => `${method} /console/api/${path.replaceAll(/\$\{[^}]+\}/g, '{}')}`,
    );
    expect(new Set(sent)).toEqual(new Set(requestsOf(document)));
  });
});

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>> };

function operationsOf({ paths }: Document): string[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return operations.flatMap(({ operationId }) => operationId ?? []);
}

function requestsOf({ paths }: Document): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`),
  );
}

/** The methods of the client library that a program calls, such as `payments.create`, by the types of its expressions. */
function calledMethods(tsconfig: string, resources: ReadonlySet<string>): Set<string> {
  const { config } = ts.readConfigFile(tsconfig, (path) => ts.sys.readFile(path));
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(tsconfig));
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const called = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (isAccess(node) && isAccess(node.expression) && isCalled(node)) {
      const [resource] = namesOf(node.expression, checker);
      if (resource !== undefined && resources.has(resource) && isOfClient(node.expression, checker)) {
        for (const method of namesOf(node, checker)) called.add(`${resource}.${method}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) {
    if (fileNames.includes(file.fileName) && !file.fileName.endsWith('.test.ts')) visit(file);
  }
  return called;
}

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

function isAccess(node: ts.Node): node is Access {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

function isCalled(node: Access): boolean {
  return ts.isCallExpression(node.parent) && node.parent.expression === node;
}

/** Whether the value has a class of the client library. */
function isOfClient(node: Access, checker: ts.TypeChecker): boolean {
  const declarations = checker.getTypeAtLocation(node).symbol?.declarations ?? [];
  return declarations.some((declaration) => declaration.getSourceFile().fileName.includes('/packages/sdk/'));
}

/** The name of a property, or all names that its expression can have. */
function namesOf(node: Access, checker: ts.TypeChecker): string[] {
  if (ts.isPropertyAccessExpression(node)) return [node.name.text];
  const type = checker.getTypeAtLocation(node.argumentExpression);
  const types = type.isUnion() ? type.types : [type];
  return types.flatMap((each) => (each.isStringLiteral() ? [each.value] : []));
}
