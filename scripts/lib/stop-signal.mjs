const names = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** npm forwards a Ctrl-C that the terminal has already sent. A person takes longer to press it again. */
const sameWishMs = 500;

/**
 * Aborts at the first signal to stop. Under npm, also when npm has exited, since some shells in between do not forward
 * signals.
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

/** Aborts when a process that is stopping gets another signal, because somebody does not want to wait. */
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
