import { fileURLToPath } from 'node:url';
import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The soak runs as long as it is told to, so it runs only where somebody asks for it, and then alone. */
const soak = 'packages/e2e/src/faults/soak.test.ts';
const faults = process.env.SVC_SOAK_MS
  ? { include: [soak] }
  : { include: ['packages/e2e/src/faults/**/*.test.ts'], exclude: [soak] };

/** What takes longest of each suite: begun first, it has all the others beside it. */
const LONGEST = [
  'packages/e2e/src/faults/drill.test.ts',
  'packages/e2e/src/subscription-faults.test.ts',
  'packages/e2e/src/subscriptions.test.ts',
  'apps/api/src/api-processes.test.ts',
  'packages/testing/src/stack.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification): boolean => LONGEST.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Nest and TypeORM read decorator metadata, which only swc emits. */
const compileDecorators = () =>
  swc.vite({
    tsconfigFile: false,
    swcrc: false,
    sourceMaps: true,
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
    },
  });

/** What the build has compiled is loaded as it is, not compiled again for every file that imports it. */
const builtOnce = { deps: { external: [/\/packages\/[^/]+\/dist\//] } };

/** `expect.poll` waits as long as `eventually` does: one second is too short on a busy machine. */
const expect = { poll: { timeout: 10_000 } };

export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: [fileURLToPath(new URL('vitest.services.ts', import.meta.url))],
    projects: [
      {
        root,
        plugins: [compileDecorators()],
        test: {
          name: 'unit',
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'scripts/{lib,generate}/**/*.test.mjs'],
          exclude: ['packages/e2e/**'],
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          server: builtOnce,
          // Most of them wait for Postgres or for a process that starts.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        plugins: [compileDecorators()],
        test: {
          name: 'e2e',
          include: ['packages/e2e/src/**/*.test.ts', 'scripts/*.test.mjs'],
          exclude: ['packages/e2e/src/faults/**'],
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          server: builtOnce,
          // Every file runs an API and a worker of its own, beside Postgres and Redis.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        root,
        plugins: [compileDecorators()],
        test: {
          name: 'faults',
          ...faults,
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          server: builtOnce,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
