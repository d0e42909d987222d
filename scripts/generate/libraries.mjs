import { snake } from './python/names.mjs';

/** How a program names the resources of each client library, and their methods. */
export const LIBRARIES = [
  library('packages/sdk', (resource) => resource, '.'),
  library('packages/sdk-python', snake, '.', snake),
  library('packages/sdk-php', (resource) => resource, '->'),
  library('packages/sdk-java', (resource) => `${resource}()`, '.'),
];

/**
 * @param {string} folder
 * @param {(name: string) => string} resource
 * @param {string} dot between an object and its member
 */
function library(folder, resource, dot, method = (/** @type {string} */ name) => name) {
  const client = dot === '->' ? '$svc' : 'svc';
  return {
    folder,
    method,
    resource: (/** @type {string} */ name) => `${client}${dot}${resource(name)}`,
    /** Without the client, as in a CHANGELOG. */
    call: (/** @type {string} */ of, /** @type {string} */ name) => `${resource(of)}${dot}${method(name)}`,
  };
}
