/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AuditAction } from './AuditAction';
import type { AuditActor } from './AuditActor';
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
    actor: AuditActor;
    /**
     * The key with which it was done. For `api_key.issued`, which an operator does, the key that was issued.
     */
    keyId: string;
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

