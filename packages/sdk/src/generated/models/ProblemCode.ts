/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A stable code for the problem. Its meaning never changes.
 */
export type ProblemCode = 'malformed_json' | 'invalid_query' | 'invalid_cursor' | 'invalid_header' | 'idempotency_key_required' | 'unauthorized' | 'wrong_credentials' | 'second_factor_required' | 'insufficient_scope' | 'key_limits_exceeded' | 'ip_not_allowed' | 'account_suspended' | 'step_up_required' | 'session_changed' | 'provider_required' | 'provider_denied' | 'provider_no_access' | 'provider_email_refused' | 'provider_answer_invalid' | 'approval_by_maker' | 'cross_site_refused' | 'not_found' | 'method_not_allowed' | 'not_acceptable' | 'state_conflict' | 'last_owner' | 'link_used' | 'link_expired' | 'provider_request_expired' | 'payment_in_flight' | 'payment_not_refundable' | 'clock_running' | 'processor_in_use' | 'report_not_ready' | 'duplicate_email' | 'erasure_in_progress' | 'idempotency_in_progress' | 'last_admin_key' | 'would_lock_out_caller' | 'precondition_failed' | 'body_too_large' | 'unsupported_media_type' | 'validation_failed' | 'card_number_refused' | 'processor_refused' | 'wrong_mode' | 'another_account' | 'refund_exceeds_refundable' | 'currency_mismatch' | 'idempotency_key_reused' | 'precondition_required' | 'rate_limited' | 'too_many_streams' | 'too_many_unfinished' | 'headers_too_large' | 'request_timeout' | 'internal' | 'unavailable' | 'provider_unavailable' | (string & {});
