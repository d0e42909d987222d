import type { Database } from '../database/database.js';
import type { Logger } from '../logger.js';
import type { MasterKeys } from './master-keys.js';
import { unreadableAtLast } from './rewrapping.js';
import type { SealedColumn } from './sealed-column.js';

export interface MasterKeyCheckDependencies {
  readonly database: Pick<Database, 'forSystem'>;
  readonly columns: readonly SealedColumn[];
  readonly keys: MasterKeys;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
}

/**
 * Logs at boot if the key of the stored secrets is missing, but starts nevertheless: new secrets work with a new key.
 */
export class MasterKeyCheck {
  constructor(private readonly deps: MasterKeyCheckDependencies) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      for (const column of this.deps.columns) await this.checkColumn(column);
    } catch (error) {
      this.deps.logger.warn(
        { event: 'master_key_unchecked', err: error },
        'cannot check whether MASTER_KEY opens the stored secrets',
      );
    }
  }

  private async checkColumn(column: SealedColumn): Promise<void> {
    const { rows, keyNames } = await unreadableAtLast(this.deps.database.forSystem(), column, this.deps.keys);
    if (rows === 0) return;
    const lacking = [...keyNames];
    this.deps.logger.error({ event: 'master_key_unfit', lacking }, `MASTER_KEY does not open the ${column.secrets}`);
  }
}
