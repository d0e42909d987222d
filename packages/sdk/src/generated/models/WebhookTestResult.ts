/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DeliveryError } from './DeliveryError';
import type { HttpHeaders } from './HttpHeaders';
/**
 * What was sent to the endpoint and what came back.
 */
export type WebhookTestResult = {
    /**
     * Whether the endpoint's answer would acknowledge a delivery.
     */
    delivered: boolean;
    /**
     * What was sent, as it was sent.
     */
    request: {
        /**
         * Where it was sent.
         */
        url: string;
        headers: HttpHeaders;
        /**
         * The exact text that was signed and sent.
         */
        body: string;
    };
    /**
     * The endpoint's answer; null when there was none.
     */
    response: {
        /**
         * Its HTTP status.
         */
        statusCode: number;
        headers: HttpHeaders;
        /**
         * The beginning of its body as text, not decompressed, at most 16 KiB.
         */
        bodyExcerpt: string;
    } | null;
    /**
     * Why there was no answer; null when there was one.
     */
    error: {
        code: DeliveryError;
        /**
         * The reason in plain words.
         */
        detail: string;
    } | null;
    /**
     * How long it took until the answer's head, or until it was given up, in milliseconds.
     */
    durationMs: number;
    /**
     * What you may want to know, in plain words; empty when all is well.
     */
    diagnosis: Array<string>;
};

