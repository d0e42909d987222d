import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Statement, Entry, Order } from './statement.js';
import type { Callbacks } from './callbacks.js';
import type { Fault, FaultPlan, Faults } from './faults.js';
import { readStatement, type ListingPlan } from './listing.js';
import { type ContractVersion, presentEntry, readOrder } from './orders.js';

/** A request that the acquirer received. */
export interface HeardRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

interface AcquirerTimes {
  /** Delay of a slow response. */
  readonly slowMs: number;
  /** Delay of a late response, longer than the caller's timeout. */
  readonly lateMs: number;
}

const MAX_RECEIVED = 1_000;
/** Faults with a complete response. */
const IN_TIME = new Set<Fault>(['slow', 'late', 'mixed_up']);
const BEFORE = new Set<Fault>(['lost_request', 'reset_before', 'error_before', 'redirect', 'rate_limited']);

/** Implements openapi/acquirer.yaml over its statement, with injected faults. */
export class AcquirerServer {
  readonly heard: HeardRequest[] = [];
  /** How often each fault occurred. */
  readonly met = new Map<Fault, number>();
  /** How it changes its statement in lists. */
  listing: ListingPlan = {};
  /** Whether it has revoked the API key. */
  isRevoked = false;

  constructor(
    private readonly statement: Statement,
    private readonly faults: Faults,
    private readonly callbacks: Callbacks,
    /** The only key that it accepts. */
    public apiKey: string,
    private readonly times: AcquirerTimes,
    private readonly version: ContractVersion,
  ) {
    for (const entry of statement.pending()) this.tellWhenSettled(entry);
  }

  readonly handle: RequestListener = (request, response) => {
    void this.answer(request, response).catch(() => response.destroy());
  };

  follow(plan: FaultPlan): void {
    this.faults.follow(plan);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://acquirer');
    const body = jsonIn(await text(request));
    const method = request.method ?? 'GET';
    if (path.startsWith('/pay/')) return this.answerPayer(path.slice('/pay/'.length), request, response);
    this.heard.push({ method, path, query: Object.fromEntries(query), headers: request.headers, body });
    if (this.heard.length > MAX_RECEIVED) this.heard.shift();
    if (this.isRevoked || request.headers.authorization !== `Bearer ${this.apiKey}`)
      return refuse(response, 401, 'The key is not known.');
    if (method === 'GET' && path === '/operations') return this.answerList(query, request, response);

    const isQuestion = method === 'GET' && path.startsWith('/operations/');
    const named = isQuestion ? path.slice('/operations/'.length) : request.headers['idempotency-key'];
    const order = isQuestion ? undefined : readOrder(this.version, path, named, body);
    if (typeof named !== 'string' || (order === undefined && !isQuestion)) {
      return refuse(response, 400, 'The request breaks the contract.');
    }
    const fault = await this.meetFault(named);
    if (fault !== undefined && BEFORE.has(fault)) return fail(fault, request, response);
    const entry = order === undefined ? this.statement.find(named) : this.carryOut(order, fault);
    this.reply(entry, order, fault, request, response);
  }

  private async answerList(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = await this.meetFault('statement');
    if (fault !== undefined && !IN_TIME.has(fault)) return fail(fault, request, response);
    if (this.listing.cannotList === true) return send(response, 501, { code: 'cannot_list' });
    const page = readStatement(this.statement, query, this.listing);
    if (page === undefined) return refuse(response, 400, 'The request breaks the contract.');
    // Wrong times, as if another range had been requested.
    const data = page.data.map((line) => ({ ...line, receivedAt: '2025-01-01T00:00:00.000Z' }));
    send(response, 200, fault === 'mixed_up' ? { ...page, data } : page);
  }

  /** The fault of a request, after its delay. */
  private async meetFault(name: string): Promise<Fault | undefined> {
    const fault = this.faults.ofRequest(name);
    if (fault !== undefined) this.met.set(fault, (this.met.get(fault) ?? 0) + 1);
    if (fault === 'late') await sleep(this.times.lateMs);
    if (fault === 'slow') await sleep(this.times.slowMs);
    return fault;
  }

  private carryOut(order: Order, fault: Fault | undefined): Entry | undefined {
    const isNew = this.statement.find(order.reference) === undefined;
    const entry = this.statement.carryOut(order);
    if (entry === undefined || !isNew) return entry;
    if (entry.status === 'pending') this.tellWhenSettled(entry);
    // Its answer will not get there as it should.
    else if (fault !== undefined && fault !== 'slow') void this.callbacks.tell(entry);
    return entry;
  }

  private reply(
    entry: Entry | undefined,
    order: Order | undefined,
    fault: Fault | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    if (fault !== undefined && !IN_TIME.has(fault)) return fail(fault, request, response);
    if (entry === undefined) {
      if (order === undefined) return send(response, 404, { code: 'operation_not_found' });
      return refuse(response, 409, 'The reference stands for something else.');
    }
    const answer = presentEntry(entry, `https://${request.headers.host ?? ''}`);
    send(response, 200, fault === 'mixed_up' ? { ...answer, reference: 'another', status: 'approved' } : answer);
  }

  private answerPayer(reference: string, request: IncomingMessage, response: ServerResponse): void {
    const outcome = new URL(request.url ?? '/', 'http://acquirer').searchParams.get('outcome');
    const asked = this.statement.find(reference);
    if (asked === undefined) return refuse(response, 404, 'There is no such page.');
    if (outcome === null) return send(response, 200, { asks: asked.status === 'requires_action' });
    if (!this.statement.act(reference, outcome === 'decline' ? 'decline' : 'approve')) {
      return refuse(response, 409, 'Nothing is asked any more.');
    }
    const entry = this.statement.find(reference);
    if (entry !== undefined) void this.callbacks.tell(entry);
    send(response, 200, { thanks: true });
  }

  private tellWhenSettled(entry: Entry): void {
    const wait = Math.max(0, (entry.settlesAt ?? 0) - Date.now()) + 5;
    setTimeout(() => {
      const settled = this.statement.find(entry.reference);
      if (settled !== undefined) void this.callbacks.tell(settled);
    }, wait).unref();
  }
}

/** Undefined if it is no JSON, which breaks the contract as a missing body does. */
function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function fail(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
  switch (fault) {
    case 'lost_request':
    case 'lost_answer':
      // The caller closes the connection at its timeout.
      return;
    case 'reset_before':
    case 'reset_after':
      request.socket.destroy();
      return;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>approved</html>');
      return;
    case 'nonsense':
      return send(response, 200, { reference: request.headers['idempotency-key'], status: 'ok' });
    case 'flood':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(Buffer.alloc(1_048_576, ' '));
      return;
    case 'redirect':
      response.writeHead(307, { location: '/elsewhere' }).end();
      return;
    case 'rate_limited':
      return refuse(response, 429, 'Too many requests.');
    default:
      refuse(response, 500, 'Something went wrong.');
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  send(response, status, { message });
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
