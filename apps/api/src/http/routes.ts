import { operations } from '@svc/contract';
import { operationalPaths, PROCESSOR_CALLBACK_PATH, SANDBOX_ACTION_PATH } from './operational-routes.js';

const routes = [
  ...Object.values(operations).map(({ method, path }) => ({ method, path })),
  ...operationalPaths.map((path) => ({ method: 'GET', path })),
  ...['GET', 'POST'].map((method) => ({ method, path: SANDBOX_ACTION_PATH })),
  { method: 'POST', path: PROCESSOR_CALLBACK_PATH },
].map(({ method, path }) => ({
  // Whatever answers GET answers HEAD.
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}|:\w+/g, '[^/]+').replaceAll('.', '\\.')}$`),
}));

/** The methods that a path takes; none when there is no such path. */
export function allowedMethods(path: string): string[] {
  return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
}
