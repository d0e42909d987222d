/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A name of your choice for this piece of work, such as a UUID: 1 to 255 visible ASCII characters, the same on every retry, another for everything else. However often the request arrives, the work is done once, and a repetition gets the first answer with `Idempotent-Replayed: true`. Another request under the same key is refused (`idempotency_key_reused`). Keys belong to your account and mode and are kept for at least 24 hours. Only successes are kept: after an error, try again with the same key.
 */
export type IdempotencyKey = string;
