import type { Database } from '../database/database.js';
import type { Logger } from '../logger.js';
import type { MasterKeys } from './master-keys.js';
import { unreadableAtLast } from './rewrapping.js';
import type { SealedColumn } from './sealed-column.js';

/**
 * Says at the start of a process that it lacks the master key of what is stored, which only the first delivery would show
 * otherwise. It starts nevertheless: whoever has lost that key goes on with another one and new secrets.
 */
export class MasterKeyCheck {
  constructor(
    private readonly database: Pick<Database, 'forSystem'>,
    private readonly columns: readonly SealedColumn[],
    private readonly keys: MasterKeys,
    private readonly logger: Pick<Logger, 'error' | 'warn'>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      for (const column of this.columns) await this.look(column);
    } catch (error) {
      this.logger.warn({ event: 'master_key_unchecked', err: error }, 'the secrets could not be looked at');
    }
  }

  private async look(column: SealedColumn): Promise<void> {
    const { rows, keyNames } = await unreadableAtLast(this.database.forSystem(), column, this.keys);
    if (rows === 0) return;
    const lacking = [...keyNames];
    this.logger.error({ event: 'master_key_unfit', lacking }, `MASTER_KEY does not open the ${column.secrets}`);
  }
}
