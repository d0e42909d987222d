import { randomFillSync, randomInt } from 'node:crypto';

// W3C Trace Context, 3.2.2. Later versions may append fields; version 00 has none.
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** The flags of version 00 and its successor: sampled, and random id. */
const KNOWN_FLAGS = 0b11;

/** A stored trace: id and flags, `<32 hex>-<2 hex>`, and the last recorded span, `-<16 hex>`, the next one's parent. */
export type Trace = string;

/** Parses a `traceparent` header, with its span; undefined if it is missing or malformed. */
export function readTraceparent(header: string | undefined): Trace | undefined {
  const [whole, version, id, span, flags = ''] = TRACEPARENT.exec(header ?? '') ?? [];
  if (id === undefined || (version === '00' && whole?.length !== 55)) return undefined;
  return `${id}-${hexByte(Number.parseInt(flags, 16) & KNOWN_FLAGS)}-${span}`;
}

/** The same without the span. A missing or malformed header starts a trace that is not sampled. */
export function traceOf(header: string | undefined): Trace {
  return readTraceparent(header)?.slice(0, 35) ?? `${drawHex(TRACE_BYTES)}-00`;
}

/** Returns the `traceparent` of an outgoing request: of the trace's last span, or of a new one if none is recorded. */
export function traceparent(trace: Trace): string {
  const [id, flags, span = spanId()] = trace.split('-');
  return `00-${id}-${span}-${flags}`;
}

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
// Drawn for many ids at once: a draw takes longer than all other work on the headers of a delivery.
const drawn = Buffer.alloc(SPAN_BYTES * 512);
let unused = drawn.length;

/** Returns the id by which logs and tracing tools identify a trace. */
export function traceId(trace: Trace): string {
  return trace.slice(0, 32);
}

export function spanId(): string {
  return drawHex(SPAN_BYTES);
}

/** Returns random bytes in hex, not all of them zero. */
function drawHex(bytes: number): string {
  if (unused + bytes > drawn.length) {
    randomFillSync(drawn);
    unused = 0;
  }
  const id = drawn.toString('hex', unused, (unused += bytes));
  return /[1-9a-f]/.test(id) ? id : drawHex(bytes);
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

const REQUESTS = 2 ** 24;
let requests = randomInt(REQUESTS);

/**
 * Returns an id for a request or an operator command, for its response and its log lines: milliseconds, random digits,
 * and a count, so that ids of the same millisecond differ in the last 22 bits.
 */
export function newRequestId(): string {
  requests = (requests + 1) % REQUESTS;
  const time = Date.now().toString(16).padStart(12, '0');
  return `req_${time}${drawHex(7)}${requests.toString(16).padStart(6, '0')}`;
}

/** Attributes of a span: numbers, names and ids, never request data or personal data. */
type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanEnd {
  /** Set if it was not known at the start. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  /** The reason of a failure, in a word; undefined if there was none. */
  readonly failure?: string | undefined;
}

/** A step in the processing of a request. */
export interface Span<Known extends Trace | null = Trace | null> {
  /** The trace for the steps that follow from this one, at once or days later. */
  readonly trace: Known;
  /** Ends the span. `tell` is only called if the span is recorded. */
  end(tell?: () => SpanEnd): void;
}

/** Traces requests across processes and time. */
export interface Tracing {
  /** Starts the span of an incoming request with that `traceparent` header. */
  request(header: string | undefined): Span<Trace>;
  /** Starts a step of a trace: within the process, or a request to another service. */
  begin(name: string, kind: 'internal' | 'client', parent: Trace | null): Span;
}

export const TRACING = Symbol('tracing');

/** Without a collector, traces are propagated but not recorded. */
export const NO_TRACING: Tracing = {
  request: (header) => ({ trace: traceOf(header), end: () => {} }),
  begin: (_name, _kind, parent) => ({ trace: parent, end: () => {} }),
};
