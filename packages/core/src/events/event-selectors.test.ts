import type { EventKind } from '@svc/contract';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selects, selectsSql, type EventSelector } from './event-selectors.js';

const LATER = 'payment.of_a_later_version' as EventKind;

const cases: [selectors: EventSelector[], type: EventKind, expected: boolean][] = [
  [['payment.completed'], 'payment.completed', true],
  [['payment.completed'], 'payment.failed', false],
  [['payment.completed', 'refund.*'], 'refund.failed', true],
  [['payment.*'], LATER, true],
  [['payment.*'], 'refund.completed', false],
  [['*'], LATER, true],
  [[], 'payment.completed', false],
];

let server: TestDatabase;
let sql: Client;

beforeAll(async () => {
  server = await createTestDatabase();
  sql = new Client({ connectionString: server.url });
  await sql.connect();
});

afterAll(async () => {
  await sql.end();
  await server.drop();
});

describe('a list of selectors', () => {
  it.each(cases)('%j and %s: %s, in code and in SQL', async (selectors, type, expected) => {
    expect(selects(selectors, type)).toBe(expected);
    const { rows } = await sql.query(`SELECT ${selectsSql('$1::text[]', '$2::text')} AS selected`, [selectors, type]);
    expect(rows).toEqual([{ selected: expected }]);
  });
});
