/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * One request to the endpoint and what came of it.
 */
export type DeliveryAttempt = {
    /**
     * Its number, from 1.
     */
    'n': number;
    /**
     * When it was sent.
     */
    at: string;
    /**
     * How long it took until the answer's head, or until it was given up, in milliseconds.
     */
    durationMs: number;
    /**
     * The HTTP status of the answer; null when there was none.
     */
    statusCode: number | null;
    /**
     * Why there was no answer, one of the words of `DeliveryError`; null when there was one.
     */
    error: 'blocked_address' | 'dns_failure' | 'connection_refused' | 'connection_reset' | 'host_unreachable' | 'timeout' | 'certificate_expired' | 'certificate_invalid' | 'tls_error' | 'proxy_error' | 'protocol_error' | 'too_many_interim_responses' | 'invalid_request' | 'network_error' | 'aborted' | (string & {}) | null;
    /**
     * The same in plain words.
     */
    detail: string | null;
    /**
     * The beginning of the answer's body as text, not decompressed; null when there was no answer.
     */
    responseExcerpt: string | null;
};

