/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What went wrong, as a word that never changes its meaning.
 */
export type ProblemCode = 'malformed_json' | 'invalid_query' | 'invalid_cursor' | 'invalid_header' | 'unauthorized' | 'insufficient_scope' | 'not_found' | 'method_not_allowed' | 'not_acceptable' | 'state_conflict' | 'payment_in_flight' | 'payment_not_refundable' | 'clock_running' | 'duplicate_email' | 'erasure_in_progress' | 'idempotency_in_progress' | 'precondition_failed' | 'body_too_large' | 'unsupported_media_type' | 'validation_failed' | 'card_number_refused' | 'refund_exceeds_refundable' | 'currency_mismatch' | 'idempotency_key_reused' | 'rate_limited' | 'headers_too_large' | 'internal' | 'unavailable';
