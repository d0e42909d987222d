import { readFileSync } from 'node:fs';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { expect, it } from 'vitest';
import { operations, type OperationId } from '../generated/operations.js';
import { Operation } from './operation.js';

type Node = Record<string, unknown>;

/** Prose and what a decorator cannot say: the only things in which the two documents may differ. */
const IGNORED = /^(description|example|examples|callbacks|links|x-.*)$/;
const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

const contract = JSON.parse(readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8')) as Node;

it('@nestjs/swagger makes of the decorators the document that they were generated from', async () => {
  const document = await createDocument(Object.keys(operations) as OperationId[]);
  expect(operationsOf(document)).toEqual(operationsOf(contract));
  expect(document['components']).toHaveProperty('schemas');
});

it('an operation without its decorator is missing from it', async () => {
  const bound = (Object.keys(operations) as OperationId[]).filter((operationId) => operationId !== 'getPayment');
  expect(operationsOf(await createDocument(bound))).not.toEqual(operationsOf(contract));
});

async function createDocument(operationIds: OperationId[]): Promise<Node> {
  @Controller()
  class Everything {}
  for (const operationId of operationIds) {
    const method = { value: neverCalled(), configurable: true };
    Object.defineProperty(Everything.prototype, operationId, method);
    Operation(operationId)(Everything.prototype, operationId, method);
  }
  @Module({ controllers: [Everything] })
  class App {}

  const app = await NestFactory.create(App, { logger: false });
  try {
    const config = new DocumentBuilder().addBearerAuth({ type: 'http' }, 'bearerAuth').build();
    const document = SwaggerModule.createDocument(app, config, { autoTagControllers: false });
    return JSON.parse(JSON.stringify(document)) as Node;
  } finally {
    await app.close();
  }
}

/** A method of its own for each operation: decorators keep what they know on the function. */
function neverCalled(): () => never {
  return () => {
    throw new Error('Only its decorators are read.');
  };
}

/** Operations by operationId, with references resolved and what a path or the document shares written out. */
function operationsOf(document: Node): Node {
  const result: Node = {};
  for (const [path, item] of Object.entries(document['paths'] as Record<string, Node>)) {
    const { parameters: shared = [], ...methods } = item;
    for (const [method, operation] of Object.entries(methods as Record<string, Node>)) {
      const own = (operation['parameters'] ?? []) as unknown[];
      result[String(operation['operationId'])] = comparable(document, {
        ...operation,
        method,
        path,
        parameters: [...(shared as unknown[]), ...own],
        security: operation['security'] ?? document['security'],
      });
    }
  }
  return result;
}

function comparable(document: Node, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(document, item));
  if (typeof value !== 'object' || value === null) return value;
  const node = value as Node;
  if (typeof node['$ref'] === 'string') return comparable(document, follow(document, node['$ref']));
  // A field may be called anything, `description` among them.
  const entries = Object.entries(node).filter(([key]) => isFieldMap(node) || !IGNORED.test(key));
  return Object.fromEntries(entries.map(([key, item]) => [key, comparable(document, item)]));
}

/** A map from field names to schemas: all its values are objects, and it is no schema itself. */
function isFieldMap(node: Node): boolean {
  return typeof node['type'] !== 'string' && Object.values(node).every(isSchema);
}

function isSchema(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ('type' in value && TYPES.includes(String(value.type))) || '$ref' in value || 'oneOf' in value;
}

function follow(document: Node, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Node)[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
