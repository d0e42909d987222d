import { operations } from '@svc/contract';

const routes = Object.values(operations).map((operation) => ({
  method: operation.method,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
}));

/** The methods that the contract knows for a path; none when it doesn't know the path. */
export function allowedMethods(path: string): string[] {
  return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
