import { expectReconciled } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Drill, table } from './drill/drill.js';
import { faults } from './drill/faults.js';

let drill: Drill;

beforeAll(async () => {
  drill = await Drill.start();
}, 120_000);

afterAll(async () => {
  process.stdout.write(`\n${table(drill.results)}\n\n`);
  await drill.close();
});

describe('under continuous load, no acknowledged payment is lost', () => {
  it.each(faults.map((fault) => [fault.rows.join(', '), fault.name, fault] as const))(
    'row %s: %s',
    async (_rows, _name, fault) => {
      const result = await drill.run(fault);
      expect(result.acknowledged).toBeGreaterThan(0);
      expect(result).toMatchObject({ lost: [], wrong: [], failed: 0 });
      expect(result.delivered).toBe(result.acknowledged * 4);
    },
    180_000,
  );
});

it('afterwards a reconciliation of every account finds no difference', () => expectReconciled(drill.stack));
