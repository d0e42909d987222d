import { describe, expect, it } from 'vitest';
import { traceId, traceOf, traceparent } from './trace.js';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('an incoming traceparent', () => {
  it.each([
    [`00-${ID}-${SPAN}-01`, `${ID}-01`],
    [`00-${ID}-${SPAN}-00`, `${ID}-00`],
    [`00-${ID}-${SPAN}-03`, `${ID}-03`],
    // Unknown flags are not propagated; the fields of later versions are dropped.
    [`00-${ID}-${SPAN}-ff`, `${ID}-03`],
    [`01-${ID}-${SPAN}-01`, `${ID}-01`],
    [`cc-${ID}-${SPAN}-01-what-the-future-brings`, `${ID}-01`],
  ])('%s is continued', (header, trace) => {
    expect(traceOf(header)).toBe(trace);
  });

  it.each([
    undefined,
    '',
    'nonsense',
    `ff-${ID}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${ID}-${'0'.repeat(16)}-01`,
    `00-${ID.toUpperCase()}-${SPAN}-01`,
    `00-${ID}-${SPAN}-1`,
    `00-${ID}-${SPAN}-01-more`,
    `00-${ID}-${SPAN}-01-`,
    `cc-${ID}-${SPAN}-01more`,
    `00-${ID.slice(1)}-${SPAN}-01`,
    ` 00-${ID}-${SPAN}-01`,
    `00-${ID}-${SPAN}-01, 00-${ID}-${SPAN}-01`,
  ])('%j is ignored and starts a new trace', (header) => {
    const traces = [traceOf(header), traceOf(header)];
    for (const trace of traces) expect(trace).toMatch(/^[0-9a-f]{32}-00$/);
    expect(traces[0]).not.toBe(traces[1]);
    expect(traces.join()).not.toContain(ID);
  });
});

it('each outgoing request is a new span of the same trace', () => {
  const spans = [traceparent(`${ID}-01`), traceparent(`${ID}-01`)];
  for (const span of spans) {
    expect(span).toMatch(new RegExp(`^00-${ID}-[0-9a-f]{16}-01$`));
    expect(traceOf(span)).toBe(`${ID}-01`);
  }
  expect(spans[0]).not.toBe(spans[1]);
  expect(traceId(`${ID}-01`)).toBe(ID);
});
