/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AuditAction } from './AuditAction';
import type { Mode } from './Mode';
/**
 * One thing that was done, by which key, and to what. It holds ids and the names of fields, never their values.
 */
export type AuditEntry = {
    /**
     * When it was done.
     */
    at: string;
    action: AuditAction;
    /**
     * The key with which it was done; null when an operator of the service did it by command (`api_key.issued`).
     */
    keyId: string | null;
    /**
     * What it was done to; null where there is only one, the security configuration.
     */
    objectId: string | null;
    /**
     * The names of the fields that were changed.
     */
    changes: Array<string>;
    mode: Mode;
    /**
     * The request that did it.
     */
    requestId: string;
};

