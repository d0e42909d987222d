import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const typescript = ['**/*.ts', '**/*.tsx'];
const webConsole = ['apps/console/src/**'];
const tests = ['**/*.test.ts'];
const commands = ['**/*.mjs', 'packages/{benchmarks,drills}/src/**', 'packages/testing/*.ts'];
const nodeGlobals = [
  ...['AbortController', 'AbortSignal', 'Buffer', 'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams'],
  ...['clearInterval', 'clearTimeout', 'console', 'fetch', 'performance', 'process', 'queueMicrotask'],
  ...['setImmediate', 'setInterval', 'setTimeout', 'structuredClone'],
];

// Each method of Database that reaches over environments, with the files that may use it.
const core = 'packages/core/src';
const overEnvironments = {
  forSystem: [
    ...[
      `${core}/app/commands.ts`,
      `${core}/operations/**`,
      `${core}/platform/crypto/master-key-check.ts`,
      `${core}/security/keys/stored-peppers.ts`,
    ],
    ...[`${core}/analytics/{report-writer,roll-ups}.ts`, `${core}/reconciliation/acquirer-statement-reader.ts`],
    ...[
      `${core}/customers/erasure-progress.ts`,
      `${core}/customers/payment-method-detacher.ts`,
      `${core}/customers/processor-customer-eraser.ts`,
      `${core}/events/fan-out-relay.ts`,
      `${core}/test-clock/clock-leases.ts`,
    ],
    ...[`${core}/payments/payment-expiry.ts`, `${core}/payments/processing/payment-{claims,outcomes}.ts`],
    ...[`${core}/refunds/refund-{claims,outcomes}.ts`, `${core}/security/due-rows.ts`],
    `${core}/webhooks/deliveries/{delivery-claims,delivery-endpoints,delivery-outcomes,endpoint-backlogs,open-deliveries,put-off-deliveries}.ts`,
    ...[`${core}/webhooks/endpoints/ended-overlaps.ts`, `${core}/webhooks/replays/replay-walk.ts`],
    `${core}/platform/idempotency/expired-keys.ts`,
    `${core}/processors/notices/notices.ts`,
    `${core}/processors/sweeps/sweeps.ts`,
  ],
  forAuthentication: [
    ...[`${core}/security/authenticator.ts`, `${core}/security/keys/key-use.ts`],
    `${core}/people/{ended-sessions,link-issuer,own-access,sessions,sign-in,sign-in-links}.ts`,
    `${core}/people/second-factor/{own-totp,second-factor}.ts`,
    `${core}/processors/connections/connection-adapters.ts`,
  ],
  forAccount: [`${core}/security/keys/api-key-store.ts`, `${core}/people/{invitations,team}.ts`],
  forRequestLog: [`${core}/requests/request-log.ts`],
  forWaitingRequests: [`${core}/events/event-{streams,tail}.ts`, `${core}/payments/settlement-watch.ts`],
};
const refuseAllBut = (allowed) => [
  'error',
  ...Object.keys(overEnvironments)
    .filter((method) => method !== allowed)
    .map((method) => ({
      selector: `MemberExpression[property.name='${method}']`,
      message: `Use forEnvironment() or a transaction. eslint.config.js lists the files that may use ${method}().`,
    })),
];

export default defineConfig(
  { ignores: ['**/dist/', '**/target/', '**/generated/', '**/node_modules/', '.cache/', '.data/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    name: 'every hand-written file',
    rules: {
      'max-lines': ['error', { max: 400 }],
      'no-console': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'start' }],
      'prefer-const': 'error',
      'object-shorthand': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // NUL and its neighbours are what our input checks are about.
      'no-control-regex': 'off',
    },
  },
  {
    name: 'JavaScript',
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])) },
  },
  {
    name: 'CommonJS configuration',
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { module: 'writable', require: 'readonly' } },
  },
  {
    name: 'TypeScript',
    files: typescript,
    extends: [tseslint.configs.recommended],
    languageOptions: {
      // One program over the sources and the tests of all packages: nothing has to be built before.
      parserOptions: { project: ['packages/testing/tsconfig.tests.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      // Files with decorators are left alone by this rule: Nest reads the classes of their constructor parameters.
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-base-to-string': 'error',
      '@typescript-eslint/no-deprecated': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-for-in-array': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    name: 'the console',
    files: webConsole,
    languageOptions: {
      parserOptions: { project: ['apps/console/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    name: 'what answers requests',
    files: ['packages/core/src/**/*.ts', 'apps/*/src/**/*.ts'],
    rules: { 'no-restricted-syntax': refuseAllBut() },
  },
  ...Object.entries(overEnvironments).map(([method, files]) => ({
    name: `what may use ${method}()`,
    files,
    rules: { 'no-restricted-syntax': refuseAllBut(method) },
  })),
  {
    name: 'tests',
    files: tests,
    rules: {
      // Tests look into answers of any shape, and fail where the shape is wrong.
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression > MemberExpression[object.name=/^(describe|it|test)$/][property.name='only']",
          message: 'A single test was singled out: the others would be left out in CI.',
        },
      ],
    },
  },
  {
    name: 'what people run and read on a terminal',
    files: commands,
    rules: { 'no-console': 'off' },
  },
);
