/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What a key may do: read or change one area, or decide about payments that wait for a person (`payments:approve`).
 */
export type Scope = 'payments:read' | 'payments:write' | 'payments:approve' | 'customers:read' | 'customers:write' | 'refunds:read' | 'refunds:write' | 'webhooks:read' | 'webhooks:write' | 'security:read' | 'security:write' | 'analytics:read' | 'analytics:write' | (string & {});
