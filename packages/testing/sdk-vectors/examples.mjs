// The contract's operations, and the answers of a server that only knows their examples.
import { readFileSync } from 'node:fs';
import { operationsOf, resolve } from '../../../scripts/generate/document.mjs';

export const document = JSON.parse(readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'));

export const operations = operationsOf(document);

/** The example of a success; a list ends with its first page, a stream in order. */
export function answerWithExample(response, { responses, status, answersFile }) {
  const { content = {} } = responses.find((each) => each.status === status).response;
  const types = Object.keys(content);
  const type = types.find((each) => answersFile && each !== 'application/json') ?? types[0];
  if (type === undefined) return send(response, status, undefined, '');
  const { example } = content[type];
  if (typeof example === 'string') return send(response, status, type, example + (isStream(type) ? ': end\n\n' : ''));
  const isPage = resolve(document, content[type].schema).properties?.nextCursor !== undefined;
  const body = isPage ? { ...example, hasMore: false, nextCursor: null } : example;
  send(response, status, type, JSON.stringify(body));
}

const isStream = (/** @type {string} */ type) => type === 'text/event-stream';

export function send(response, status, type, text) {
  response.writeHead(status, type === undefined ? {} : { 'Content-Type': type }).end(text);
}
