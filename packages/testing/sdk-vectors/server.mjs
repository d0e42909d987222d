// The mock server for the vectors of the client libraries in any language: `node server.mjs` prints its address as the
// first line and ends with its standard input.
//
//
//   POST /_cases {"answers": [...]}   -> {"id": "1"}: the case then replies under /1/..., one answer per request
//   GET  /_cases/1                    -> {"requests": [{"method", "path", "query", "headers", "body", "at"}]}
//
// An answer is {"status", "headers", "json" | "text"}. "afterMs" delays it. "breaksOff" closes the connection: `true`
// before the response, a number after that many bytes of its body. "pieces" replaces the body: strings are sent one by
// one, a number is a delay in milliseconds, null at the end keeps the response open. A request without an answer left
// gets 418 and is recorded, too.
import { createServer } from 'node:http';

/** @type {Map<string, { answers: any[], requests: any[] }>} */
const cases = new Map();

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8');
    const [, first = '', ...rest] = new URL(request.url ?? '', 'http://mock').pathname.split('/');
    if (first === '_cases') return control(request, response, rest[0], text);
    const played = cases.get(first);
    if (played === undefined) return send(response, { status: 404, text: 'no such case' });
    played.requests.push(noted(request, `/${rest.join('/')}`, text));
    void give(response, played.answers[played.requests.length - 1] ?? { status: 418, text: 'no answer is left' });
  });
});

/** What tests can read about a request. */
function noted(request, path, text) {
  const query = [...new URL(request.url, 'http://mock').searchParams];
  const body = text === '' ? null : JSON.parse(text);
  return { method: request.method, path, query, headers: request.headers, body, at: performance.now() };
}

function control(request, response, id, text) {
  if (request.method === 'POST') {
    const made = String(cases.size + 1);
    cases.set(made, { answers: JSON.parse(text).answers, requests: [] });
    return send(response, { status: 201, json: { id: made } });
  }
  const found = cases.get(id ?? '');
  return send(response, found ? { status: 200, json: { requests: found.requests } } : { status: 404, json: {} });
}

async function give(response, answer) {
  if (answer.afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.afterMs));
  if (answer.breaksOff === true && answer.pieces === undefined) return response.destroy();
  if (answer.pieces === undefined) return send(response, answer);
  response.writeHead(answer.status, answer.headers);
  response.flushHeaders();
  for (const piece of answer.pieces) {
    if (piece === null) return;
    if (typeof piece === 'number') await new Promise((resolve) => setTimeout(resolve, piece));
    else response.write(piece);
  }
  if (answer.breaksOff === undefined) response.end();
  else response.destroy();
}

function send(response, { status, headers = {}, json, text, breaksOff }) {
  const isProblem = status >= 400;
  const type = json === undefined ? 'text/plain' : `application/${isProblem ? 'problem+' : ''}json`;
  const body = Buffer.from(json === undefined ? (text ?? '') : JSON.stringify(json));
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': body.length, ...headers });
  if (typeof breaksOff !== 'number') return response.end(body);
  response.write(body.subarray(0, breaksOff), () => response.destroy());
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
process.stdin.resume().on('end', () => process.exit(0));
