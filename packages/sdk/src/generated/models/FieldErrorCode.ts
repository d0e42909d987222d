/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What is wrong with one value.
 */
export type FieldErrorCode = 'required' | 'wrong_type' | 'unknown_field' | 'out_of_range' | 'too_short' | 'too_long' | 'invalid_format' | 'invalid_text' | 'too_deep' | 'duplicate' | 'unknown_currency' | 'unknown_event' | 'forbidden_url' | 'not_found' | 'not_accepted' | (string & {});
