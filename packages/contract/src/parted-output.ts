/** A file as an operation answers it. */
export interface FileOutput {
  readonly mediaType: string;
  readonly fileName: string;
  /** Its length. A file that turns out longer or shorter is not sent to its end. */
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

/** A message of a stream: the position in the stream, and an event; undefined for the position alone. */
export interface StreamMessage {
  readonly id: string;
  readonly data: Buffer | undefined;
}

/** A stream as an operation answers it. */
export interface StreamOutput {
  /** The messages as they occur, until the signal ends them. */
  messages(ended: AbortSignal): AsyncIterable<StreamMessage>;
}
