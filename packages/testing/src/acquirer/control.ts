import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AcquirerServer, HeardRequest } from './acquirer-server.js';
import type { Account, Statement } from './statement.js';
import type { Callbacks } from './callbacks.js';
import type { Fault, FaultPlan } from './faults.js';
import type { ListingPlan } from './listing.js';

/** The acquirer's state for tests. */
export interface AcquirerState {
  readonly accounts: readonly Account[];
  readonly heard: readonly HeardRequest[];
  readonly met: Readonly<Partial<Record<Fault, number>>>;
  /** Number of callbacks by response status; 0 is no response. */
  readonly callbacks: Readonly<Record<string, number>>;
}

/** Instructions from tests. */
export interface AcquirerOrders {
  readonly callbackUrl?: string;
  readonly faults?: FaultPlan;
  readonly listing?: ListingPlan;
  readonly revoked?: boolean;
  readonly apiKey?: string;
}

/** A control interface for tests, outside the contract. */
export function control(server: AcquirerServer, statement: Statement, callbacks: Callbacks): RequestListener {
  return (request, response) => {
    if (request.url !== '/control') return server.handle(request, response);
    void serve(request, response, server, statement, callbacks);
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  server: AcquirerServer,
  statement: Statement,
  callbacks: Callbacks,
): Promise<void> {
  const body = await text(request);
  const orders = (body === '' ? {} : JSON.parse(body)) as AcquirerOrders;
  if (orders.callbackUrl !== undefined) callbacks.url = orders.callbackUrl;
  if (orders.faults !== undefined) server.follow(orders.faults);
  if (orders.revoked !== undefined) server.isRevoked = orders.revoked;
  if (orders.apiKey !== undefined) server.apiKey = orders.apiKey;
  if (orders.listing !== undefined) server.listing = orders.listing;
  const state: AcquirerState = {
    accounts: statement.accounts(),
    heard: server.heard,
    met: Object.fromEntries(server.met),
    callbacks: Object.fromEntries(callbacks.answered),
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(state));
}
