/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Your own JSON object, stored and returned as you sent it. {} if there is none. It has at most 50 keys, without an empty one, and at most 16 KiB as JSON text. The objects and lists of a whole body nest at most 10 levels deep. A number that cannot be stored exactly, such as 12345678901234567890, is refused. Send it as text.
 */
export type Metadata = Record<string, unknown>;
