/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Changes to your own JSON object (RFC 7396). Keys that you send are set, a key with null is removed, and the others stay unchanged. Nested objects are merged in the same way. Null removes everything. The result has at most 50 keys, without an empty one, and at most 16 KiB.
 */
export type MetadataPatch = Record<string, unknown> | null;
