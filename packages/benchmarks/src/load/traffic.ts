import { randomBytes } from 'node:crypto';
import type { MessageTraffic, Traffic } from './plan.js';

const RETURNING_CUSTOMERS = 1_000;
/** About as long as the event of a payment. */
const PAYLOAD_BYTES = 750;

/** Creates the requests of a load, and knows the expected status. */
interface RequestSource {
  readonly expectedStatus: number;
  /** The next request in ASCII, ready for the socket. */
  next(): string;
}

/** The requests of one kind of traffic. */
export function requestSource(traffic: Traffic): RequestSource {
  switch (traffic.kind) {
    case 'json':
      return jsonPosts();
    case 'create-payment':
      return paymentCreations(traffic);
    case 'message':
      return messages(traffic);
    case 'read':
      return readsInTurn(traffic.requests);
  }
}

function jsonPosts(): RequestSource {
  const request = post('/', '', '{"amount":{"value":1000,"currency":"USD"},"description":"A small JSON body"}');
  return { expectedStatus: 200, next: () => request };
}

function messages({ path, headers, body, expectedStatus }: MessageTraffic): RequestSource {
  const run = randomBytes(4).toString('hex');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const padding = 'x'.repeat(PAYLOAD_BYTES - 100);
  let count = 0;
  return {
    expectedStatus,
    next() {
      const id = `${run}-${count++}`;
      const payload = JSON.stringify({ type: 'payment.pending', id, sentAt: Date.now(), padding });
      return post(path, lines.join(''), body.replaceAll('{{id}}', id).replaceAll('{{payload}}', payload));
    },
  };
}

function readsInTurn(requests: readonly { readonly key: string; readonly path: string }[]): RequestSource {
  let count = 0;
  return {
    expectedStatus: 200,
    next() {
      const { key = '', path = '/' } = requests[count++ % requests.length] ?? {};
      return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    },
  };
}

function paymentCreations({ keys, customers, held }: Extract<Traffic, { kind: 'create-payment' }>): RequestSource {
  const run = randomBytes(4).toString('hex');
  const authorizations = keys.map((key) => `Authorization: Bearer ${key}\r\n`);
  let count = 0;
  return {
    expectedStatus: 201,
    next() {
      const n = count++;
      const customer = customers === 'unique' ? n : n % (RETURNING_CUSTOMERS * keys.length);
      const body =
        `{"amount":{"value":${100 + (n % 100_000)},"currency":"USD"},` +
        `"customer":{"email":"customer-${run}-${customer}@example.com","firstName":"Ada","lastName":"Lovelace"},` +
        `"description":"Order ${n}","metadata":{"order":"${n}","channel":"web"${held === true ? ',"sandbox":"hold"' : ''}}}`;
      return post('/v1/payments', authorizations[n % authorizations.length] ?? '', body);
    },
  };
}

function post(path: string, headers: string, body: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}
