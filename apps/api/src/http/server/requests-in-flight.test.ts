import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestsInFlight, oneAtATime } from './requests-in-flight.js';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

const inFlight = new RequestsInFlight();
const server = createServer(
  oneAtATime((_request, answer) => {
    inFlight.add(answer);
    answer.once('close', () => over.push(answer));
    answers.push(answer);
  }),
);
inFlight.watch(server);

let answers: ServerResponse[];
let over: ServerResponse[];
let client: Socket;

beforeEach(async () => {
  answers = [];
  over = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
});

afterEach(async () => {
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const received = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count));

describe('requests in flight', () => {
  it('end when their responses were sent', async () => {
    client.write(GET + GET);
    for (const n of [1, 2]) {
      await received(n);
      expect(inFlight.answering).toBe(1);
      answers[n - 1]?.end();
    }
    await vi.waitFor(() => expect(inFlight.answering).toBe(0));
    expect(over).toEqual(answers);
    expect(inFlight.connections).toBe(1);
  });

  it('end with their connection', async () => {
    client.write(GET);
    await received(1);
    client.destroy();
    await vi.waitFor(() => expect(inFlight.connections).toBe(0));
    expect(inFlight.answering).toBe(0);
    expect(over).toEqual(answers);
    // The handler does not know yet that the connection is gone.
    answers[0]?.end('too late');
    expect(over).toHaveLength(1);
  });
});
