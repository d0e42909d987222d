import { describe, expect, it } from 'vitest';
import { ManualProcessor } from './manual-processor.js';
import type { CallingProcessor, ProcessorCallback, ProcessorNotice } from './payment-processor.js';
import { type CallbackTarget, ProcessorCallbacks } from './processor-callbacks.js';

const CONNECTION = 'proc_249801938345984010';
const authorize: ProcessorCallback = { environmentId: 1, id: '701', operation: 'authorize' };

class Calling extends ManualProcessor implements CallingProcessor {
  constructor(
    private readonly callback: ProcessorCallback | ProcessorNotice | 'ignored',
    readonly reportsOthers: boolean,
  ) {
    super();
  }

  parseCallback(): Promise<ProcessorCallback | ProcessorNotice | 'ignored'> {
    return Promise.resolve(this.callback);
  }
}

/** Receives a callback of a connection in environment 1, which has attempt 701. Returns the attempts asked about. */
async function receive(
  callback: ProcessorCallback | ProcessorNotice | 'ignored',
  reportsOthers = false,
): Promise<string[]> {
  const asked: string[] = [];
  const target: CallbackTarget = {
    handles: () => true,
    askNow: (_processor, { id }) => Promise.resolve(id === '701' && asked.push(id) > 0),
    operationOf: () => Promise.resolve(undefined),
  };
  const processor = new Calling(callback, reportsOthers);
  const callbacks = new ProcessorCallbacks({
    processors: { find: () => undefined },
    connections: { findById: () => Promise.resolve({ name: 'stripe:1', environmentId: 1, processor }) },
    ids: { one: () => Promise.resolve('249801938345984010') },
    targets: [target],
    notices: { add: ({ processorId, reference }) => Promise.resolve(void asked.push(`${processorId} ${reference}`)) },
    logger: { warn: () => {} },
  });
  await callbacks.receive(CONNECTION, { headers: {}, readBody: () => Promise.resolve(Buffer.alloc(0)) });
  return asked;
}

it('a notice is kept for its connection', async () => {
  const notice = { operation: 'dispute', reference: 'dp_1' } as const;
  expect(await receive(notice, true)).toEqual(['1 dp_1']);
});

const others: [string, ProcessorCallback][] = [
  ['an unknown attempt', { ...authorize, id: '702' }],
  ['an attempt of another environment', { ...authorize, environmentId: 2 }],
];

describe('a callback', () => {
  it('triggers an inquiry', async () => {
    expect(await receive(authorize)).toEqual(['701']);
  });

  it('about something that this installation did not do is acknowledged', async () => {
    expect(await receive('ignored')).toEqual([]);
  });

  it.each(others)('about %s is an error', async (_, callback) => {
    await expect(receive(callback)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it.each(others)('about %s is acknowledged, from a processor whose account others use', async (_, callback) => {
    expect(await receive(callback, true)).toEqual([]);
  });
});
