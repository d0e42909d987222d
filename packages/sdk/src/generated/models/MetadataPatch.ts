/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Changes to your own JSON object (RFC 7396): keys that you name are set, a key with null is removed, the others stay. Inner objects are merged the same way. Null removes all. What comes of it has at most 50 keys, none of them empty, and 16 KiB.
 */
export type MetadataPatch = Record<string, unknown> | null;
