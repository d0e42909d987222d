import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@svc/core';
import type { Express, Request, Response } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { ApiServer } from './server.js';

test('messages reach Express with its own prototypes', async () => {
  const adapter = new ApiServer(
    { PUBLIC_URL: undefined, TRUST_PROXY: 0, TRUSTED_PROXIES: [] },
    createLogger({ LOG_LEVEL: 'silent' }, 'api'),
  );
  adapter.initHttpServer();
  const express = adapter.getInstance<Express>();
  const server = adapter.getHttpServer() as Server;
  onTestFinished(() => void server.close());
  const prototypes: unknown[] = [];
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
  });
  express.use((request: Request, response: Response) => {
    prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    response.json({ knows: request.app === express && response.app === express, host: request.hostname });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await answer.json()).toEqual({ knows: true, host: '127.0.0.1' });
  const { request, response } = express;
  for (const [index, prototype] of prototypes.entries()) expect(prototype).toBe(index % 2 === 0 ? request : response);
  expect(prototypes).toHaveLength(4);
});
