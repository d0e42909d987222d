import type { Logger } from './logger.js';

const DEADLINE_MS = 35_000;

/** Closes the application on SIGTERM, SIGINT, or when the parent is gone. Exits 1 if that fails or takes over 35 s. */
export function closeOnSignal(app: { close(): Promise<void> }, logger: Logger): void {
  let closing = false;
  const close = (reason: string): void => {
    if (closing) return;
    closing = true;
    logger.info({ event: 'closing', reason }, 'closing');
    const deadline = setTimeout(() => {
      logger.error(
        { event: 'close_timed_out' },
        'shutdown timed out with work in progress; it is claimed again when its lease expires',
      );
      process.exit(1);
    }, DEADLINE_MS);
    app.close().then(
      () => {
        clearTimeout(deadline);
        process.exit(0);
      },
      (error: unknown) => {
        logger.error({ event: 'close_failed', err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => close('SIGTERM'));
  process.on('SIGINT', () => close('SIGINT'));
  process.once('disconnect', () => close('parent gone'));
  // The parent may have exited while this process was booting.
  if (process.send !== undefined && !process.connected) close('parent gone');
}
