// `deprecated: true` with `x-deprecated-since` and `x-sunset` adds three headers to every response of the operation.
import { resolve } from './document.mjs';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MONTHS_OF_NOTICE = 12;

/** Returns the document with the headers declared in each response of a deprecated operation. */
export function withDeprecations(document) {
  const result = structuredClone(document);
  for (const item of Object.values(result.paths)) {
    for (const operation of METHODS.map((method) => item[method]).filter((each) => each !== undefined)) {
      const deprecation = deprecationOf(operation);
      if (deprecation === null) continue;
      // Copied instead of referenced, since other operations share the response.
      operation.responses = Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => {
          const { headers, ...rest } = resolve(result, response);
          return [status, { ...rest, headers: { ...headers, ...declared(deprecation) } }];
        }),
      );
    }
  }
  return result;
}

/**
 * The values of the headers, or null when the operation is not deprecated. Throws for an incomplete or too short
 * notice.
 * @returns {{ deprecation: string, sunset: string, link: string } | null}
 */
export function deprecationOf(operation) {
  const { operationId, deprecated = false, 'x-deprecated-since': since, 'x-sunset': sunset } = operation;
  if (!deprecated) {
    if (since === undefined && sunset === undefined) return null;
    throw new Error(`${operationId}: x-deprecated-since and x-sunset need deprecated: true`);
  }
  const [start, end] = [dateOf(operationId, 'x-deprecated-since', since), dateOf(operationId, 'x-sunset', sunset)];
  const earliest = new Date(start);
  earliest.setUTCMonth(earliest.getUTCMonth() + MONTHS_OF_NOTICE);
  if (end < earliest) {
    throw new Error(
      `${operationId}: x-sunset must be ${earliest.toISOString().slice(0, 10)} or later, 12 months after x-deprecated-since`,
    );
  }
  return {
    deprecation: `@${start.getTime() / 1_000}`,
    sunset: end.toUTCString(),
    link: `</docs#/${encodeURIComponent(operation.tags[0])}/${operationId}>; rel="deprecation"`,
  };
}

function dateOf(operationId, name, value) {
  const date = new Date(DATE.test(value) ? value : NaN);
  // Refuses dates such as 30 February, which Date turns into another day.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value) {
    throw new Error(`${operationId}: a deprecated operation needs ${name}, a date such as '2027-01-31'`);
  }
  return date;
}

/** @param {{ deprecation: string, sunset: string, link: string }} values */
function declared({ deprecation, sunset, link }) {
  const header = (description, example, maxLength) => ({
    description,
    required: true,
    schema: { type: 'string', maxLength },
    example,
  });
  return {
    Deprecation: header('Since when the operation is deprecated, in Unix seconds (RFC 9745).', deprecation, 24),
    Sunset: header('When the operation stops working (RFC 8594).', sunset, 29),
    Link: header('The description of the deprecation, and other links.', link, 8192),
  };
}
