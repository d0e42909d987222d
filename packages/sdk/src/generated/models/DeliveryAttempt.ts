/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * One request to the endpoint and its result.
 */
export type DeliveryAttempt = {
    /**
     * Its number, starting at 1.
     */
    'n': number;
    /**
     * When it was sent.
     */
    at: string;
    /**
     * Milliseconds until the headers of the response arrived, or until the attempt was given up.
     */
    durationMs: number;
    /**
     * The HTTP status of the response. Null if there was no response.
     */
    statusCode: number | null;
    /**
     * Why there was no response, one of the codes of `DeliveryError`. Null if there was one.
     */
    error: 'blocked_address' | 'dns_failure' | 'connection_refused' | 'connection_reset' | 'host_unreachable' | 'timeout' | 'certificate_expired' | 'certificate_invalid' | 'tls_error' | 'proxy_error' | 'protocol_error' | 'too_many_interim_responses' | 'invalid_request' | 'network_error' | 'aborted' | (string & {}) | null;
    /**
     * The error in plain words.
     */
    detail: string | null;
    /**
     * The beginning of the body of the response as text, not decompressed. Null if there was no response.
     */
    responseExcerpt: string | null;
};

