/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DeliveryError } from './DeliveryError';
import type { HttpHeaders } from './HttpHeaders';
/**
 * The request to the endpoint and its response.
 */
export type WebhookTestResult = {
    /**
     * Whether the response would acknowledge a delivery.
     */
    delivered: boolean;
    /**
     * The request, as it was sent.
     */
    request: {
        /**
         * The URL of the request.
         */
        url: string;
        headers: HttpHeaders;
        /**
         * The exact text that was signed and sent.
         */
        body: string;
    };
    /**
     * The response of the endpoint. Null if there was none.
     */
    response: {
        /**
         * The HTTP status.
         */
        statusCode: number;
        headers: HttpHeaders;
        /**
         * The beginning of the body as text, not decompressed, at most 16 KiB.
         */
        bodyExcerpt: string;
    } | null;
    /**
     * Why there was no response. Null if there was one.
     */
    error: {
        code: DeliveryError;
        /**
         * The reason in plain words.
         */
        detail: string;
    } | null;
    /**
     * Milliseconds until the headers of the response arrived, or until the attempt was given up.
     */
    durationMs: number;
    /**
     * Notes about the result, in plain words. Empty if there is nothing to improve.
     */
    diagnosis: Array<string>;
};

