// Runs only with `npm run test:faults -- --soak 60m --seed 7`, not in the suite.
import { expectReconciled, randomly } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Drill, table, type Result } from './drill/drill.js';
import { faults } from './drill/faults.js';

const lengthMs = Number(process.env['SVC_SOAK_MS']);
const seed = Number(process.env['SVC_SOAK_SEED']);

let drill: Drill;

beforeAll(async () => {
  drill = await Drill.start();
}, 120_000);

afterAll(async () => {
  process.stdout.write(`\n${table(drill.results)}\n\nsoak: ${drill.results.length} faults, seed ${seed}\n`);
  await drill.close();
});

describe('random faults, one after the other', () => {
  it(
    `lose nothing in ${Math.round(lengthMs / 1_000)} s`,
    async () => {
      const random = randomly(seed);
      const until = performance.now() + lengthMs;
      while (performance.now() < until) {
        const fault = faults[Math.floor(random() * faults.length)];
        if (fault === undefined) throw new Error('no fault is defined');
        const result = await drill.run(fault);
        process.stdout.write(`${told(result)}\n`);
        expect(result, fault.name).toMatchObject({ lost: [], wrong: [], failed: 0 });
      }
    },
    lengthMs + 600_000,
  );
});

function told({ fault, acknowledged, delivered, duplicates, recoverySeconds }: Result): string {
  return `${fault}: ${acknowledged} acknowledged, ${delivered} delivered, ${duplicates} twice, back after ${recoverySeconds} s`;
}

it('afterwards a reconciliation of every account finds no difference', () => expectReconciled(drill.stack));
