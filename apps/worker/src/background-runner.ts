import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTasks, LOGGER, Metrics, type BackgroundTask, type Logger } from '@svc/core';

/** Repeats every registered background task. A slow task does not delay the others. */
@Injectable()
export class BackgroundRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private readonly loops: Promise<void>[] = [];
  private readonly failed;
  private readonly seconds;
  private readonly runs;

  constructor(
    @Inject(BackgroundTasks) private readonly tasks: Iterable<BackgroundTask>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
    @Inject(Metrics) metrics: Metrics,
  ) {
    this.failed = metrics.counter('svc_background_tasks_failed_total', 'Failed runs of background tasks.', ['task']);
    this.runs = metrics.counter('svc_background_tasks_total', 'Runs of background tasks.', ['task']);
    this.seconds = metrics.counter('svc_background_task_seconds_total', 'Seconds that runs of background tasks took.', [
      'task',
    ]);
  }

  onApplicationBootstrap(): void {
    // Every task listens for the end. Node warns of a leak from the eleventh on.
    setMaxListeners(0, this.stop.signal);
    for (const task of this.tasks) this.loops.push(this.repeat(task));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.loops);
    await Promise.all([...this.tasks].map(async (task) => task.drain?.()));
  }

  private async repeat(task: BackgroundTask): Promise<void> {
    const { signal } = this.stop;
    const labels = { task: task.name };
    this.failed.inc(labels, 0);
    while (!signal.aborted) {
      const mayHaveMore = await this.run(task, labels);
      if (!mayHaveMore) await sleep(task.everyMs, undefined, { signal }).catch(() => {});
    }
  }

  private async run(task: BackgroundTask, labels: { readonly task: string }): Promise<boolean> {
    const began = performance.now();
    this.runs.inc(labels);
    try {
      return (await task.run()) === true;
    } catch (error) {
      this.failed.inc(labels);
      this.logger.warn(
        { event: 'background_task_failed', task: task.name, err: error },
        'a background task failed; it will be repeated',
      );
      return false;
    } finally {
      this.seconds.inc(labels, (performance.now() - began) / 1_000);
    }
  }
}
