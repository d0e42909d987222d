import { randomFillSync, randomUUID } from 'node:crypto';

// W3C Trace Context, 3.2.2. A version that is still to come may append fields; this one has none.
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** The flags that are known to us: whether it is sampled, and whether its id is random. */
const KNOWN_FLAGS = 0b11;

/**
 * A trace as it is kept: its id and flags, `<32 hex>-<2 hex>`. Where spans are recorded the last one is appended,
 * `-<16 hex>`: what follows becomes its child.
 */
export type Trace = string;

/** The trace that a `traceparent` header names, with the span that it comes from; undefined when it names none. */
export function readTraceparent(header: string | undefined): Trace | undefined {
  const [whole, version, id, span, flags = ''] = TRACEPARENT.exec(header ?? '') ?? [];
  if (id === undefined || (version === '00' && whole?.length !== 55)) return undefined;
  return `${id}-${hexByte(Number.parseInt(flags, 16) & KNOWN_FLAGS)}-${span}`;
}

/** The same without the span. One that is missing or malformed starts a trace, which is not sampled. */
export function traceOf(header: string | undefined): Trace {
  return readTraceparent(header)?.slice(0, 35) ?? `${drawHex(TRACE_BYTES)}-00`;
}

/** The `traceparent` of an outgoing request: of the trace's last span or, where none is recorded, of one of its own. */
export function traceparent(trace: Trace): string {
  const [id, flags, span = spanId()] = trace.split('-');
  return `00-${id}-${span}-${flags}`;
}

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
// Drawn for many ids at once: each draw takes longer than all else that the headers of a delivery need.
const drawn = Buffer.alloc(SPAN_BYTES * 512);
let unused = drawn.length;

/** The id by which logs and tracing tools know a trace. */
export function traceId(trace: Trace): string {
  return trace.slice(0, 32);
}

/** A new id for a span. */
export function spanId(): string {
  return drawHex(SPAN_BYTES);
}

/** So many random bytes in hex, not all of them zero. */
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

/** A name for one request, or one command of an operator, in its answer and in every log line about it. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/** What is told of a span: numbers, names and ids, never what somebody has sent or who they are. */
type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What is known of a span once it is over. */
export interface SpanEnd {
  /** Where it is only known now. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  /** Why it failed, in a word; undefined when it did not. */
  readonly failure?: string | undefined;
}

/** One step of what a request leads to. */
export interface Span<Known extends Trace | null = Trace | null> {
  /** The trace as whatever follows from this step takes it over, at once or days later. */
  readonly trace: Known;
  /** Ends it. `tell` is asked only where the span is recorded. */
  end(tell?: () => SpanEnd): void;
}

/** Follows requests through processes and time, for tracing tools. */
export interface Tracing {
  /** A request has come in, with that `traceparent`. */
  request(header: string | undefined): Span<Trace>;
  /** A step begins that follows from others of a trace: here, or by calling on somebody else. */
  begin(name: string, kind: 'internal' | 'client', parent: Trace | null): Span;
}

/** Tracing, for injection. */
export const TRACING = Symbol('tracing');

/** Without a collector traces are passed on as they came, and nothing is recorded. */
export const NO_TRACING: Tracing = {
  request: (header) => ({ trace: traceOf(header), end: () => {} }),
  begin: (_name, _kind, parent) => ({ trace: parent, end: () => {} }),
};
