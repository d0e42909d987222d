/** Which way imports run (CONTRIBUTING.md explains it). `npm run check -- layers` holds every file to it. */

/** What the production code of each package and app may import of ours. A package that is not a key imports nothing. */
const packages = {
  'packages/contract': [],
  'packages/acquirer-contract': [],
  'packages/acquirer-kit': ['packages/acquirer-contract'],
  'packages/core': ['packages/contract', 'packages/acquirer-contract'],
  'packages/sdk': [],
  'packages/embedded': [],
  'packages/testing': ['packages/embedded', 'packages/contract', 'packages/acquirer-contract'],
  'packages/e2e': ['packages/sdk', 'packages/testing'],
  'packages/drills': ['packages/testing'],
  'packages/benchmarks': ['packages/sdk', 'packages/testing', 'packages/embedded'],
  'apps/api': ['packages/core', 'packages/contract'],
  'apps/worker': ['packages/core', 'packages/contract'],
  'apps/console': ['packages/contract', 'packages/sdk'],
};

/** What each concept of packages/core/src may import of its neighbours; all of them may import platform. */
const concepts = {
  schema: [],
  platform: [],
  app: ['.*'],
  operations: ['.*'],
  ledger: [],
  security: [],
  people: ['security'],
  requests: [],
  processors: [],
  events: [],
  customers: ['events', 'processors'],
  payments: ['customers', 'processors', 'security', 'ledger', 'events'],
  refunds: ['payments', 'processors', 'ledger', 'events'],
  disputes: ['payments', 'processors', 'ledger', 'events'],
  subscriptions: ['payments', 'customers', 'events'],
  checkout: ['payments', 'customers', 'processors', 'events'],
  'test-clock': ['payments'],
  webhooks: ['events'],
  analytics: ['events', 'processors'],
  reconciliation: ['analytics', 'processors'],
};

/** Every concept knows on whose behalf it acts (the caller, the environment of tenant tables), and may note who did what. */
const tenancy =
  '^packages/core/src/security/(caller|environment\\.entity|audit-log|environment-time|due-rows|security\\.module)\\.ts$';

const tests = ['\\.test\\.ts$', '^packages/core/test/'];
const core = '^packages/core/src/';
const alternatives = (names) => `(${names.join('|')})`;

const packageRules = Object.entries(packages).map(([name, allowed]) => ({
  name: `${name.replace('/', '-')}-imports`,
  comment: `${name} imports ${allowed.length === 0 ? 'nothing of ours' : `only ${allowed.join(', ')}`}.`,
  severity: 'error',
  from: { path: `^${name}/`, pathNot: tests },
  to: { path: '^(packages|apps)/', pathNot: `^${alternatives([name, ...allowed])}/` },
}));

const testRules = Object.entries(packages).map(([name, allowed]) => ({
  name: `${name.replace('/', '-')}-tests-import`,
  comment: `Tests of ${name} import what its code may, and packages/testing.`,
  severity: 'error',
  from: { path: `^${name}/(test/|.*\\.test\\.ts$)` },
  to: { path: '^(packages|apps)/', pathNot: `^${alternatives([name, ...allowed, 'packages/testing'])}/` },
}));

const conceptRules = Object.entries(concepts).map(([name, allowed]) => ({
  name: `core-${name}-imports`,
  comment: `core/${name} imports only ${[...allowed, 'platform'].join(', ')}.`,
  severity: 'error',
  from: { path: `${core}${name}/`, pathNot: tests },
  to: {
    path: core,
    pathNot: [`${core}${alternatives([name, ...allowed, 'platform'])}/`, ...(name === 'platform' ? [] : [tenancy])],
  },
}));

module.exports = {
  forbidden: [
    ...packageRules,
    ...testRules,
    ...conceptRules,
    {
      name: 'core-concept-is-known',
      comment: 'A new folder of core/src says in .dependency-cruiser.cjs what it may import.',
      severity: 'error',
      from: { path: `${core}[^/]+/`, pathNot: `${core}${alternatives(Object.keys(concepts))}/` },
      to: {},
    },
    {
      name: 'package-is-known',
      comment: 'A new package or app says in .dependency-cruiser.cjs what it may import.',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/', pathNot: `^${alternatives(Object.keys(packages))}/` },
      to: {},
    },
    {
      name: 'core-takes-types-of-contract',
      comment: 'core knows the shapes of the contract; checking and writing them is the business of the apps.',
      severity: 'error',
      from: { path: core, pathNot: tests },
      to: { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one idea, or hide a third one.',
      severity: 'error',
      from: { pathNot: '/generated/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'one-index-per-package',
      comment: 'Only a package has an index; inside of it files import each other by name.',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src/.+/index\\.ts$', pathNot: '/generated/' },
      to: {},
    },
    {
      name: 'only-the-index-re-exports',
      comment: 'A file that passes on what others export is a barrel, whatever its name.',
      severity: 'error',
      from: { pathNot: ['^(packages|apps)/[^/]+/src/index\\.ts$', '/generated/'] },
      to: { dependencyTypes: ['export'] },
    },
    {
      name: 'index-is-for-others',
      comment: 'Inside a package its own index is not imported.',
      severity: 'error',
      from: { path: '^((?:packages|apps)/[^/]+)/src/', pathNot: tests },
      to: { path: '^$1/(src/index\\.ts|dist/(src/)?index\\.js)$' },
    },
    {
      name: 'packages-meet-at-the-index',
      comment: 'Another package is imported by its name, which is its index; its inner files are its own.',
      severity: 'error',
      from: { path: '^((?:packages|apps)/[^/]+)/' },
      to: {
        path: '^(packages|apps)/[^/]+/(src|generated|dist)/',
        // Second entries: of @svc/sdk for receivers of webhooks, of @svc/contract for controllers, since it loads Nest.
        pathNot: [
          '^$1/',
          '^packages/[^/]+/dist/(src/)?index\\.js$',
          '^packages/sdk/dist/webhooks\\.js$',
          '^packages/contract/dist/src/(operation|response-check)\\.js$',
        ],
      },
    },
    {
      name: 'no-import-of-tests',
      comment: 'What two tests share belongs in packages/testing, or in core/test if it needs core.',
      severity: 'error',
      from: {},
      to: { path: '\\.test\\.ts$' },
    },
    {
      name: 'test-support-is-for-tests',
      comment: 'The build leaves core/test out.',
      severity: 'error',
      from: { pathNot: tests },
      to: { path: '^packages/core/test/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      // Their dependencies are installed next to them when a test needs them.
      from: { pathNot: '^packages/testing/sdk-tools/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'declared-dependencies',
      comment: "What runs in production stands among the dependencies of its own package's package.json.",
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/(src|generated)/', pathNot: [...tests, '^packages/(testing|e2e)/'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // @svc/* leads to what tsc -b built, which is enough to see whose file it is.
    doNotFollow: { path: ['node_modules', '^(packages|apps)/[^/]+/dist/'] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
    progress: { type: 'none' },
  },
};
