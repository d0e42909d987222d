export interface EventuallyOptions {
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
}

/** Calls the function until it neither throws nor rejects, and passes its value on; its last error when time is up. */
export async function eventually<Value>(
  attempt: () => Value | Promise<Value>,
  { timeoutMs = 10_000, intervalMs = 50 }: EventuallyOptions = {},
): Promise<Value> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() >= end) throw error;
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }
}
