import { describe, expect, it } from 'vitest';
import { judge } from './judgement.js';
import { explainedIn, type PlanNode } from './plan-log.js';

const judged = (...Plans: PlanNode[]) =>
  judge({
    'Query Text': 'SELECT 1\n  FROM payments',
    Plan: { 'Node Type': 'Limit', 'Shared Hit Blocks': 3, 'Shared Read Blocks': 4, Plans },
  });

describe('a plan', () => {
  it('counts the pages from memory and from disk', () => {
    expect(judged()).toMatchObject({ statement: 'SELECT 1 FROM payments', buffers: 7, readWhole: [], indexes: [] });
  });

  it('names the fully scanned tables at any depth, partitions by their table', () => {
    const payments = { 'Node Type': 'Parallel Seq Scan', 'Relation Name': 'payments' };
    const events = { 'Node Type': 'Seq Scan', 'Relation Name': 'events_20260105' };
    const strays = { 'Node Type': 'Seq Scan', 'Relation Name': 'events_default' };
    const { readWhole } = judged({ 'Node Type': 'Append', Plans: [payments, events, strays] });
    expect(readWhole).toEqual(['events', 'payments']);
  });

  it('counts the useful rows over all loops', () => {
    const payments = { 'Node Type': 'Index Scan', 'Relation Name': 'payments', 'Actual Rows': 3, 'Actual Loops': 1 };
    const events = {
      'Node Type': 'Index Scan',
      'Relation Name': 'events_20260105',
      'Actual Rows': 2,
      'Actual Loops': 3,
    };
    const joined = { 'Node Type': 'Nested Loop', 'Actual Rows': 6, 'Actual Loops': 1, Plans: [payments, events] };
    expect(judged(joined).found).toBe(9);
    const given = { 'Node Type': 'Function Scan', 'Actual Rows': 100, 'Actual Loops': 1 };
    expect(judged({ 'Node Type': 'ModifyTable', 'Relation Name': 'deliveries', Plans: [given] }).found).toBe(100);
  });

  it('ignores tables with one row, the catalog, and nodes that were not executed', () => {
    const state = { 'Node Type': 'Seq Scan', 'Relation Name': 'system_state' };
    const never = { 'Node Type': 'Seq Scan', 'Relation Name': 'refunds', 'Actual Loops': 0 };
    const catalog = { 'Node Type': 'Seq Scan', 'Relation Name': 'pg_namespace' };
    expect(judged(state, never, catalog).readWhole).toEqual([]);
  });

  it("is found in the server's log among other lines", () => {
    const log =
      '2026-11-21 10:00:00 UTC [1] LOG:  started\n' +
      '2026-11-21 10:00:01 UTC [2] LOG:  duration: 0.042 ms  plan:\n' +
      '\t{\n\t  "Query Text": "SELECT 1",\n\t  "Plan": {\n\t    "Node Type": "Result"\n\t  }\n\t}\n' +
      '2026-11-21 10:00:02 UTC [3] LOG:  plan log mark 1\n';
    expect(explainedIn(log)).toEqual([{ 'Query Text': 'SELECT 1', Plan: { 'Node Type': 'Result' } }]);
  });
});
