// The entry point of the image: `svc.mjs <program> [options]`. The program replaces this script in the same process.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;

const programs = {
  api: 'apps/api/dist/bundle/main.js',
  worker: 'apps/worker/dist/bundle/main.js',
  migrate: 'apps/api/dist/migrate.js',
  doctor: 'scripts/doctor.mjs',
  queues: 'scripts/queues.mjs',
  config: 'scripts/config.mjs',
  'account:create': 'scripts/account-create.mjs',
  'account:key': 'scripts/account-key.mjs',
  'account:suspend': 'scripts/account-suspend.mjs',
  'console:link': 'scripts/console-link.mjs',
  'master-key:rotate': 'scripts/master-key-rotate.mjs',
  health: 'deploy/image/health.mjs',
};

// Linux ignores signals that process 1 does not handle. Programs that shut down in order add their own listener.
for (const [signal, number] of Object.entries({ SIGTERM: 15, SIGINT: 2 })) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(128 + number);
  });
}

const [node, , name, ...options] = process.argv;
if (Object.hasOwn(programs, name)) {
  const program = join(root, programs[name]);
  // What `node <program> <options>` would see, so that API_PROCESSES starts the same program.
  process.argv = [node, program, ...options];
  await import(pathToFileURL(program).href);
} else {
  console.error(`There is no program ${name ?? ''}. The programs are: ${Object.keys(programs).join(', ')}.`);
  process.exitCode = 2;
}
