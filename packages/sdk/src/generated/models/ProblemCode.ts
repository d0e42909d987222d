/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What went wrong, as a word that never changes its meaning.
 */
export type ProblemCode = 'malformed_json' | 'invalid_query' | 'invalid_cursor' | 'unauthorized' | 'insufficient_scope' | 'not_found' | 'method_not_allowed' | 'body_too_large' | 'unsupported_media_type' | 'validation_failed' | 'internal' | 'unavailable';
