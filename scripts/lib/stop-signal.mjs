const names = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** npm passes on a Ctrl-C that the terminal has sent us already; a person takes longer to press it again. */
const sameWishMs = 500;

/**
 * Aborts when this process is asked to end, once, however often it is asked. Under npm it also ends when npm is gone:
 * not every shell between the two passes signals on.
 */
export function stopSignal() {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of names) process.on(name, stop);
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || stop(), 500).unref();
  }
  return controller.signal;
}

/** Aborts when this process, which is ending, is asked to end once more: somebody does not want to wait. */
export function hurrySignal(stopping) {
  const controller = new AbortController();
  stopping.addEventListener('abort', () => {
    const askedAt = performance.now();
    const hurry = () => performance.now() - askedAt > sameWishMs && controller.abort();
    for (const name of names) process.on(name, hurry);
  });
  return controller.signal;
}

export function aborted(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
