/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list, account and mode that it was issued for. Without it, the first page is returned.
 */
export type Cursor = string;
