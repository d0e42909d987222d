import type { OnApplicationShutdown } from '@nestjs/common';
import type { Database } from './database/database.js';
import type { WorkQueues } from './queues/work-queues.js';

/** What a process holds open; closed last, after all that uses it has come to rest. */
export class Resources implements OnApplicationShutdown {
  constructor(
    private readonly database: Database,
    private readonly queues: WorkQueues,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
    await this.database.close();
  }
}
