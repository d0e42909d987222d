import { fileURLToPath } from 'node:url';
import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The soak runs for a given time, so it only runs on request and alone. */
const soak = 'packages/e2e/src/faults/soak.test.ts';
const faults = process.env.SVC_SOAK_MS
  ? { include: [soak] }
  : { include: ['packages/e2e/src/faults/**/*.test.ts'], exclude: [soak] };

/** They need Chromium. */
const browser = '{packages,apps}/*/src/**/*.browser.test.ts';

/** The slowest files of each suite start first, so that the others run in parallel to them. */
const LONGEST = [
  'packages/e2e/src/faults/drill.test.ts',
  'packages/e2e/src/subscription-faults.test.ts',
  'scripts/start.test.mjs',
  'scripts/release.test.mjs',
  'packages/e2e/src/console/payment.browser.test.ts',
  'packages/e2e/src/console/analytics.browser.test.ts',
  'apps/api/src/api-processes.test.ts',
  'apps/api/src/http/every-operation.test.ts',
  'packages/acquirer-kit/src/kit.test.ts',
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

/** Compiled packages are loaded as they are instead of being transformed for every importing file. */
const builtOnce = { deps: { external: [/\/packages\/[^/]+\/dist\//] } };

/** `expect.poll` gets the timeout of `eventually`: one second is too short on a busy machine. */
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
          exclude: ['packages/e2e/**', browser],
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          server: builtOnce,
          // Most of them wait for Postgres or for a process to start.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        plugins: [compileDecorators()],
        test: {
          name: 'e2e',
          isolate: false,
          include: ['packages/e2e/src/**/*.test.ts', 'scripts/*.test.mjs'],
          exclude: ['packages/e2e/src/faults/**', browser],
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          server: builtOnce,
          // Every file runs its own API and worker in addition to Postgres and Redis.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        root,
        plugins: [compileDecorators()],
        test: {
          name: 'browser',
          isolate: false,
          include: [browser],
          expect,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          server: builtOnce,
          // Two at a time leave a fifth of two cores idle, because they wait for pages that read anew every few seconds.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
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
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
