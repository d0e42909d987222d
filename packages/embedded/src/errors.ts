/** Something that the person at the terminal can act on; the message is meant for them. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

/** Another live process runs this service on the same DATA_DIR. */
export class DataDirInUseError extends EmbeddedError {
  override name = 'DataDirInUseError';

  constructor(
    readonly dataDir: string,
    readonly ownerPid: number,
  ) {
    super(`${dataDir} is in use by process ${ownerPid}. Stop that one first, or set DATA_DIR to another folder.`);
  }
}
