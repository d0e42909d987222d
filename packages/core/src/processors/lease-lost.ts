/** Another worker may have taken over: nothing was stored, and nothing may be sent. */
export class LeaseLost extends Error {
  constructor() {
    super('another worker has claimed the attempt, or it has changed');
  }
}
