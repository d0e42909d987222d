const tests = ['**/*.test.ts'];
const commands = ['**/*.mjs', 'packages/{benchmarks,drills}/src/**', 'packages/testing/*.ts'];

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
    ...[`${core}/payments/payment-expiry.ts`, `${core}/payments/processing/payment-outcomes.ts`],
    ...[`${core}/processors/attempt-claims.ts`, `${core}/refunds/refund-outcomes.ts`, `${core}/security/due-rows.ts`],
    `${core}/webhooks/deliveries/{delivery-claims,delivery-endpoints,delivery-outcomes,endpoint-backlogs,open-deliveries,deferred-delivery-store}.ts`,
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
    .map((property) => ({
      property,
      message: `Use forEnvironment() or a transaction. oxlint.config.mjs lists the files that may use ${property}().`,
    })),
];

export default {
  plugins: ['typescript', 'oxc'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/', '**/target/', '**/generated/', '.cache/', '.data/'],
  env: { builtin: true, node: true },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  rules: {
    // NUL and its neighbours are what our input checks are about.
    'no-control-regex': 'off',
    // Objects of rows are copied, texts are cut by characters, and functions that need no `this` are passed on.
    'typescript/no-misused-spread': 'off',
    'typescript/unbound-method': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
    'no-case-declarations': 'error',
    'no-empty': 'error',
    'no-fallthrough': 'error',
    'no-prototype-builtins': 'error',
    'no-regex-spaces': 'error',
    'no-unexpected-multiline': 'error',
    'no-useless-assignment': 'error',
    'preserve-caught-error': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'object-shorthand': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'max-lines': ['error', { max: 400 }],
    'no-console': 'error',
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'start' }],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        'typescript/ban-ts-comment': 'error',
        'typescript/no-array-constructor': 'error',
        'typescript/no-empty-object-type': 'error',
        'typescript/no-explicit-any': 'error',
        'typescript/no-namespace': 'error',
        'typescript/no-require-imports': 'error',
        'typescript/no-unnecessary-type-constraint': 'error',
        'typescript/no-unsafe-function-type': 'error',
        'typescript/no-unused-expressions': 'error',
        'typescript/consistent-type-imports': 'error',
        'typescript/no-import-type-side-effects': 'error',
        'typescript/no-deprecated': 'error',
        'typescript/no-misused-promises': 'error',
        'typescript/no-non-null-assertion': 'error',
        'typescript/no-unnecessary-type-assertion': 'error',
        'typescript/no-unsafe-call': 'error',
        'typescript/no-unsafe-member-access': 'error',
        'typescript/no-unsafe-return': 'error',
        'typescript/only-throw-error': 'error',
        'typescript/prefer-promise-reject-errors': 'error',
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      },
    },
    {
      // Nest reads the classes of constructor parameters, which a type import would remove.
      files: ['**/*.controller.ts', 'apps/api/src/http/**/*.ts', 'apps/api/src/console/browser-session.ts'],
      rules: { 'typescript/consistent-type-imports': 'off' },
    },
    { files: ['**/*.{js,mjs,cjs}'], rules: { 'no-undef': 'error', 'no-redeclare': 'error' } },
    {
      files: ['packages/core/src/**/*.ts', 'apps/*/src/**/*.ts'],
      rules: { 'no-restricted-properties': refuseAllBut() },
    },
    ...Object.entries(overEnvironments).map(([method, files]) => ({
      files,
      rules: { 'no-restricted-properties': refuseAllBut(method) },
    })),
    {
      files: tests,
      plugins: ['typescript', 'oxc', 'vitest'],
      rules: {
        'vitest/no-focused-tests': 'error',
        // No tsconfig.json of a package includes its tests, so these rules do not know that an index may find nothing.
        'typescript/no-unnecessary-type-assertion': 'off',
        'typescript/no-useless-default-assignment': 'off',
        // Tests look into answers of any shape, and fail where the shape is wrong.
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'no-restricted-properties': 'off',
      },
    },
    { files: commands, rules: { 'no-console': 'off' } },
  ],
};
