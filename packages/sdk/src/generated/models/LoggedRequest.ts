/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Mode } from './Mode';
/**
 * One request with its outcome. It contains ids, but no content.
 */
export type LoggedRequest = {
    /**
     * Its identifier, as in the header `Request-Id`.
     */
    id: string;
    /**
     * When its first line and headers had arrived.
     */
    at: string;
    /**
     * The method of HTTP.
     */
    method: string;
    /**
     * The path of the operation, with names in place of ids. Null if no operation has the address.
     */
    route: string | null;
    /**
     * The operation. Null if no operation has the address.
     */
    operationId: string | null;
    /**
     * The status of the response. Null if the client closed the connection before it.
     */
    status: number | null;
    /**
     * The `code` of the problem. Null if the request succeeded.
     */
    code: string | null;
    /**
     * The milliseconds from the headers of the request to the end of the response.
     */
    durationMs: number;
    /**
     * The API key of the request. Null if a person sent it from the console.
     */
    keyId: string | null;
    /**
     * The person who sent it from the console. Null if an API key did.
     */
    userId: string | null;
    mode: Mode;
};

