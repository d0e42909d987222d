import { traceOf, type Trace } from '../trace.js';

/** What is told of a span: numbers, names and ids, never what somebody has sent or who they are. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

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
