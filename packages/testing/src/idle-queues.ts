const nothing = (): Promise<void> => Promise.resolve();

/** Queues that take jobs and bring none, for tests that hand over the rows themselves. */
export const idleQueues = {
  ready: true,
  add: nothing,
  feed: <Ref>(_queue: string, refs: readonly Ref[]): Promise<readonly Ref[]> => Promise.resolve(refs),
  addLater: (): void => {},
  addRetry: nothing,
  reserveRetry: nothing,
  touch: nothing,
  leave: (): Promise<number[]> => Promise.resolve([]),
};
