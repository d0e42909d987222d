/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Where to go on: `nextCursor` of the page before. Opaque, and good only for the list that it came from. Without it, the first page.
 */
export type Cursor = string;
