// Rules for the extensions of the contract, which oasdiff does not know.

const VERBS = ['get', 'put', 'post', 'delete', 'patch'];

/** @returns {import('./compare.mjs').Break[]} */
export function breaksOfExtensions(base, revision) {
  return [
    ...operations(base, revision),
    ...codes(base, revision),
    ...schemas(base.components, revision.components, '#/components'),
  ];
}

/** @returns {Generator<import('./compare.mjs').Break>} */
function* operations(base, revision) {
  for (const [path, item] of Object.entries(base.paths)) {
    for (const verb of VERBS) {
      const [before, after] = [item[verb], revision.paths[path]?.[verb]];
      if (before === undefined || after === undefined) continue;
      const place = `${verb.toUpperCase()} ${path}`;
      const [scope, newScope] = [before['x-required-scope'], after['x-required-scope']];
      if (newScope !== undefined && newScope !== scope) {
        yield { rule: 'required-scope-changed', place, text: `keys now need \`${newScope}\` instead of \`${scope}\`` };
      }
      if (before['x-location'] !== undefined && after['x-location'] !== before['x-location']) {
        yield { rule: 'location-changed', place, text: `Location is no longer \`${before['x-location']}\`` };
      }
      for (const [status, response] of Object.entries(before.responses)) {
        const codes = codesOf(revision, after.responses[status]);
        // oasdiff reports a removed status.
        if (codes === undefined) continue;
        for (const code of (codesOf(base, response) ?? []).filter((each) => !codes.includes(each))) {
          const text = `\`${code}\` is no longer a code of ${status}; clients branch on it`;
          yield { rule: 'operation-error-code-removed', place, text };
        }
      }
    }
  }
}

/**
 * The problem codes of a response; undefined if the response does not exist.
 * @returns {string[] | undefined}
 */
function codesOf(document, response) {
  const named =
    response?.$ref === undefined ? response : document.components.responses[response.$ref.split('/').at(-1)];
  return named && (named['x-problem-codes'] ?? []);
}

/** @returns {Generator<import('./compare.mjs').Break>} */
function* codes(base, revision) {
  for (const name of ['ProblemCode', 'FieldErrorCode']) {
    const [before, after] = [base.components.schemas[name], revision.components.schemas[name]];
    for (const code of before.enum) {
      const place = `#/components/schemas/${name}`;
      if (!after?.enum.includes(code)) {
        yield { rule: 'error-code-removed', place, text: `\`${code}\` was removed; clients branch on it` };
        continue;
      }
      const [status, newStatus] = [before, after].map((schema) => schema['x-problems']?.[code]?.status);
      if (status !== newStatus) {
        yield { rule: 'error-status-changed', place, text: `\`${code}\` was ${status} and is ${newStatus}` };
      }
    }
  }
}

/**
 * @param {string} place
 * @returns {Generator<import('./compare.mjs').Break>}
 */
function* schemas(before, after, place) {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return;
  if ((Array.isArray(before.enum) || Array.isArray(before.oneOf)) && after['x-open'] === true && !before['x-open']) {
    yield { rule: 'list-opened', place, text: 'x-open was added; clients of the release assume a complete list' };
  }
  const [limit, newLimit] = [before['x-max-bytes'], after['x-max-bytes']];
  if (typeof newLimit === 'number' && (limit === undefined || newLimit < limit)) {
    yield { rule: 'max-bytes-decreased', place, text: `x-max-bytes was ${limit ?? 'not set'} and is ${newLimit}` };
  }
  const [least, newLeast] = [before['x-min-key-length'] ?? 0, after['x-min-key-length'] ?? 0];
  if (newLeast > least) {
    yield { rule: 'min-key-length-increased', place, text: `keys now need at least ${newLeast} characters` };
  }
  // oasdiff treats a missing additionalProperties like false.
  if (before.type === 'object' && before.additionalProperties !== false && after.additionalProperties === false) {
    yield {
      rule: 'object-closed',
      place,
      text: 'additionalProperties is now false; fields that were accepted are refused',
    };
  }
  for (const key of Object.keys(before)) if (key in after) yield* schemas(before[key], after[key], `${place}/${key}`);
}
