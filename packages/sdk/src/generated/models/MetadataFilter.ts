/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only those whose metadata has these values, compared as text: `metadata[orderId]=1042` finds `"1042"` and `1042`. Keys are those of the outermost level; with several, all must fit. Needs a created range of at most 90 days.
 */
export type MetadataFilter = Record<string, string>;
