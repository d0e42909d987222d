/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AuditEntry } from './AuditEntry';
/**
 * A page of the audit log, newest first.
 */
export type AuditLogPage = {
    /**
     * The entries of this page.
     */
    data: Array<AuditEntry>;
    /**
     * Whether there are more pages.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Null on the last page.
     */
    nextCursor: string | null;
};

