import type { Socket } from 'node:net';

/** What the process that holds the port tells an API process. A connection comes with the first. */
export type FromParent = { readonly type: 'connection' | 'no_more' };
/** And what that tells it. */
export type FromChild = { readonly type: 'ready' | 'closing' };

/** The connections that an API process is handed by the one that holds the port. */
export class HandedConnections {
  private readonly ended: Promise<void>;

  constructor(private readonly channel: NodeJS.Process) {
    this.ended = new Promise((resolve) => {
      channel.on('message', (message: FromParent) => {
        if (message.type === 'no_more') resolve();
      });
      channel.once('disconnect', resolve);
    });
  }

  /** Begins to take them. */
  start(take: (socket: Socket) => void): void {
    this.channel.on('message', (message: FromParent, socket: Socket | undefined) => {
      // None, if the client went away meanwhile.
      if (message.type === 'connection' && socket !== undefined) take(socket);
    });
    this.tell('ready');
  }

  /** Asks for no more. Resolves when the last one is here: messages keep their order. */
  async end(): Promise<void> {
    this.tell('closing');
    await this.ended;
  }

  private tell(type: FromChild['type']): void {
    if (this.channel.connected) this.channel.send?.({ type } satisfies FromChild);
  }
}
