// Prepares both documents for oasdiff: shows it what it would miss, and hides what the contract allows.

const VERBS = ['get', 'put', 'post', 'delete', 'patch'];

/** @returns {{ base: any, revision: any }} copies */
export function prepared(base, revision) {
  const before = structuredClone(base);
  const after = structuredClone(revision);
  before.components.schemas = { ...missingFrom(before, after), ...before.components.schemas };
  widenOpenLists(before.components.schemas, before, after);
  growOpenLists(before.components.schemas, after.components.schemas);
  for (const document of [before, after]) showCallbacks(document);
  return { base: before, revision: after };
}

/** New schemas, so that additions can refer to them. An unreferenced schema has no effect. */
function missingFrom(/** @type {any} */ before, /** @type {any} */ after) {
  const names = Object.keys(after.components.schemas).filter((name) => !(name in before.components.schemas));
  return Object.fromEntries(names.map((name) => [name, structuredClone(after.components.schemas[name])]));
}

/**
 * Lists with `x-open` may grow, because clients tolerate unknown values. Additions are copied into the base, so that
 * only removals remain as differences.
 */
function growOpenLists(before, after) {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return;
  if (before['x-open'] === true) {
    for (const list of ['enum', 'oneOf']) {
      if (!Array.isArray(before[list]) || !Array.isArray(after[list])) continue;
      const known = new Set(before[list].map((/** @type {unknown} */ item) => JSON.stringify(item)));
      before[list].push(...after[list].filter((/** @type {unknown} */ item) => !known.has(JSON.stringify(item))));
    }
  }
  for (const key of Object.keys(before)) if (key in after) growOpenLists(before[key], after[key]);
}

/**
 * A field may refer to another open list that has all values of its old one. The base gets the new reference.
 */
function widenOpenLists(node, before, after, place = after.components.schemas) {
  if (typeof node !== 'object' || node === null || typeof place !== 'object' || place === null) return;
  if (typeof node.$ref === 'string' && node.$ref !== place.$ref) {
    const [old, now] = [named(before, node.$ref), named(after, place.$ref)];
    const isWider = old?.['x-open'] === true && now?.['x-open'] === true && old.enum && now.enum;
    if (isWider && old.enum.every((/** @type {unknown} */ value) => now.enum.includes(value))) node.$ref = place.$ref;
  }
  for (const key of Object.keys(node)) if (key in place) widenOpenLists(node[key], before, after, place[key]);
}

function named(document, /** @type {unknown} */ reference) {
  const name = typeof reference === 'string' ? reference.replace('#/components/schemas/', '') : '';
  return document.components.schemas[name];
}

/**
 * oasdiff ignores callbacks. Each callback becomes the response of an artificial operation, since the service sends it
 * to clients.
 */
function showCallbacks(document) {
  for (const item of Object.values(document.paths)) {
    for (const verb of VERBS) {
      for (const [name, callback] of Object.entries(item[verb]?.callbacks ?? {})) {
        for (const target of Object.values(callback)) {
          for (const sent of VERBS) {
            if (target[sent] !== undefined) document.paths[`/callbacks/${name}`] = { get: asAnswer(target[sent]) };
          }
        }
      }
    }
  }
}

function asAnswer({ operationId, parameters = [], requestBody }) {
  const headers = parameters.filter((/** @type {any} */ { in: place }) => place === 'header');
  return {
    operationId,
    responses: {
      200: {
        description: 'The callback.',
        headers: Object.fromEntries(
          headers.map((/** @type {any} */ { name, required, schema }) => [
            name,
            { required: required === true, schema },
          ]),
        ),
        content: requestBody.content,
      },
    },
  };
}
