import { beforeEach, expect, it } from 'vitest';
import { DatabaseBackoff } from '../../platform/database/database-backoff.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import { WorkUnderWay } from '../../platform/queues/work-under-way.js';
import { DeliveryBacklog, endpointOf, type DueDelivery } from './delivery-backlog.js';
import { EndpointGate } from './endpoint-gate.js';
import { Postponements } from './postponements.js';

const SLOW_AFTER_MS = 1_000;
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const endpoint = { environmentId: 1, webhookId: '10' };
const dues = (from: number, count: number): DueDelivery[] =>
  Array.from({ length: count }, (_, n) => ({ ...endpoint, id: String(from + n) }));

let backlog: DeliveryBacklog;
let gate: EndpointGate;
let underWay: WorkUnderWay;
/** The calls to Postgres. */
let asked: string[];
let isAway: boolean;
let taken: WorkRef[];
let logged: unknown[];
let postponements: Postponements;

beforeEach(() => {
  [backlog, gate] = [new DeliveryBacklog(), new EndpointGate({ concurrency: 100, slowAfterMs: SLOW_AFTER_MS })];
  [underWay, asked, isAway, taken, logged] = [new WorkUnderWay(), [], false, [], []];
  const answer = <T>(what: string, result: T): Promise<T> => {
    asked.push(what);
    return isAway ? Promise.reject(away) : Promise.resolve(result);
  };
  const deliveries = {
    postpone: (postponed: readonly unknown[]) => answer(`postpone ${postponed.length}`, undefined),
    recall: (_environment: number, _webhook: string, from: string) =>
      answer(`recall from ${from}`, from === '200' ? dues(200, 5) : []),
    endpoints: () => answer('endpoints', []),
  };
  const take = (refs: readonly WorkRef[]): void => void taken.push(...refs);
  const databaseBackoff = new DatabaseBackoff(() => {});
  const deliverer = { backlog, gate, underWay, databaseBackoff, take, hasStopped: () => false };
  const logger = { warn: (line: unknown) => void logged.push((line as { event: string }).event) };
  postponements = new Postponements(deliveries, deliverer, { notePostponed: () => {} }, logger);
});

/** Makes the endpoint respond after `ms`. */
function answerAfter(ms: number): void {
  for (let n = 0; n < 20; n++) gate.leave(gate.enter(endpointOf(endpoint)), ms);
}

it('drops what an endpoint cannot take while Postgres is away, with a single call and warning', async () => {
  answerAfter(SLOW_AFTER_MS);
  for (const due of dues(100, 1)) backlog.add(due);
  isAway = true;
  postponements.putOff(dues(200, 5));
  await underWay.over();
  for (let n = 0; n < 100; n++) postponements.putOff(dues(300 + n, 1));
  await underWay.over();
  expect([asked, logged]).toEqual([['postpone 5'], ['postpone_failed']]);
  isAway = false;
  await expect
    .poll(() => {
      postponements.putOff(dues(500, 1));
      return asked[1];
    })
    .toBe('postpone 1');
});

it('keeps the start of a recall that failed while Postgres was away, and repeats it afterwards', async () => {
  answerAfter(SLOW_AFTER_MS);
  for (const due of dues(100, 1)) backlog.add(due);
  postponements.putOff(dues(200, 5));
  await underWay.over();
  answerAfter(1);
  isAway = true;
  for (let n = 0; n < 10; n++) postponements.released(endpoint);
  await underWay.over();
  for (let n = 0; n < 10; n++) postponements.released(endpoint);
  await underWay.over();
  expect([asked, logged]).toEqual([['postpone 5', 'recall from 200'], ['recall_failed']]);
  isAway = false;
  await expect
    .poll(() => {
      postponements.released(endpoint);
      return taken.map(({ id }) => id);
    })
    .toEqual(['200', '201', '202', '203', '204']);
});
