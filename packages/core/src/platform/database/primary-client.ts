import pg from 'pg';
import { isOfStandby, StandbyRefused } from './database-away.js';

/** A connection that is kept as long as it leads to a server that takes writes. */
export class PrimaryClient extends pg.Client {
  private isStandby = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    // A pooler may not say that it leads to a standby now. Another connection may lead elsewhere.
    this.connection.on('errorMessage', (error: pg.DatabaseError) => {
      if (isOfStandby(error)) this.connection.stream.destroy();
    });
  }

  /** Throws when Postgres has said that it is a standby. */
  requirePrimary(): void {
    if (this.isStandby) throw new StandbyRefused();
  }
}

/** What a pool needs to keep such connections alone. */
export const primaryOnly = {
  Client: PrimaryClient,
  onConnect: (client: PrimaryClient): void => client.requirePrimary(),
};
