import type { Socket } from 'node:net';

/** Limit per read, since undici parses a piece to its end even after the connection is destroyed. */
const PIECE_BYTES = 1_024;
const LINE_FEED = 10;

export interface Allowance {
  readonly bytes: number;
  /** Unlimited if left out. */
  readonly lines?: number;
  /** TCP segments or TLS records: each costs processor time, however small it is. Unlimited if left out. */
  readonly arrivals?: number;
}

/** Limits what undici reads from a connection, to within one piece. */
export class ReadLimit {
  private bytes = Infinity;
  private lines = Infinity;
  private arrivals = Infinity;
  private onMore: () => void = () => {};

  /** Calls `onMore` once when more than this amount is read from now on; replaces the previous limit. */
  set({ bytes, lines = Infinity, arrivals = Infinity }: Allowance, onMore: () => void): void {
    this.bytes = bytes;
    this.lines = lines;
    this.arrivals = arrivals;
    this.onMore = onMore;
  }

  extend(bytes: number): void {
    this.bytes += bytes;
  }

  apply(socket: Socket): void {
    const push = socket.push.bind(socket);
    socket.push = (data: unknown, encoding?: BufferEncoding) => {
      this.arrivals -= 1;
      this.check();
      return !socket.destroyed && push(data, encoding);
    };
    const read = socket.read.bind(socket);
    socket.read = () => {
      this.check();
      if (socket.destroyed) return null;
      const piece = read(Math.min(socket.readableLength, PIECE_BYTES) || undefined) as Buffer | null;
      if (piece !== null) this.count(piece);
      return piece;
    };
  }

  private check(): void {
    if (this.bytes >= 0 && this.lines >= 0 && this.arrivals >= 0) return;
    const { onMore } = this;
    this.set({ bytes: Infinity }, () => {});
    onMore();
  }

  private count(piece: Buffer): void {
    this.bytes -= piece.length;
    if (this.lines === Infinity) return;
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) this.lines -= 1;
  }
}
