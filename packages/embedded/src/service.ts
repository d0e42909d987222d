/** A Postgres or Redis that lives as long as the process that started it. */
export interface EmbeddedService {
  /** Address with user and password. It stays the same over `restart()`. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Process of the server; another one after `restart()`. */
  readonly pid: number;
  /** Fast shutdown; resolves when the process is gone. May be called any number of times. */
  stop(): Promise<void>;
  /** Starts the server again on the same port and data, whether it still runs or has been killed. */
  restart(): Promise<void>;
}

export interface ServiceOptions {
  /** Folder for data, logs and the password. Made when missing; a second start with the same one keeps the data. */
  dataDir: string;
  /** Port on 127.0.0.1. Default: a free one. */
  port?: number;
  /** false: nothing is forced to disk, for tests. Default true. */
  durable?: boolean;
  /** Removes everything of the service when it stops, or when the process that started it dies. */
  disposable?: boolean;
  /** Settings by name, over the ones chosen here. */
  settings?: Record<string, string>;
  /** Receives the few lines worth showing. */
  log?: (line: string) => void;
  /** Called when the server ends without being stopped. */
  onExit?: (reason: string) => void;
}

export interface PostgresOptions extends ServiceOptions {
  /** Database that `url` names; made when missing. Default svc. */
  database?: string;
}

export type RedisOptions = ServiceOptions;
