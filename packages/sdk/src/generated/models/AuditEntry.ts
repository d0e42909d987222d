/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AuditAction } from './AuditAction';
import type { AuditActor } from './AuditActor';
import type { Mode } from './Mode';
/**
 * One action, with its actor and its object. It contains ids and the names of fields, but no values except roles.
 */
export type AuditEntry = {
    /**
     * When it happened.
     */
    at: string;
    action: AuditAction;
    actor: AuditActor;
    /**
     * The key that was used. For `api_key.issued`, which is an action of an operator, the key that was issued. Null if a person or the identity provider acted in the console.
     */
    keyId: string | null;
    /**
     * The person who acted in the console. Null if no person did.
     */
    userId: string | null;
    /**
     * The object of the action. Null for the security configuration, which exists only once.
     */
    objectId: string | null;
    /**
     * The names of the changed fields.
     */
    changes: Array<string>;
    /**
     * The role of a person before and after the action. For `member.invited`, the role that the invitation gives. Null for actions that change no role.
     */
    roleChange: {
        /**
         * The role before. Null if the person was no member.
         */
        before: string | null;
        /**
         * The role after. Null if the person is no longer a member.
         */
        after: string | null;
    } | null;
    mode: Mode;
    /**
     * The request that made the change.
     */
    requestId: string;
};

