/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only objects with these metadata values, compared as text. For example, `metadata[orderId]=1042` matches `"1042"` and `1042`. Only top-level keys can be used. If you send several, all must match. It needs `createdFrom`, with `createdTo` (by default the present) at most 90 days later.
 */
export type MetadataFilter = Record<string, string>;
