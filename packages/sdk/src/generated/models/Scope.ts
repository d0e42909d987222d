/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What a key may do. It may read or change one area, or approve and reject payments (`payments:approve`). Events and deliveries contain the objects that they are about, with the personal data of customers: `webhooks:read` reads them all, and `webhooks:write` chooses where they are sent.
 */
export type Scope = 'payments:read' | 'payments:write' | 'payments:approve' | 'customers:read' | 'customers:write' | 'refunds:read' | 'refunds:write' | 'webhooks:read' | 'webhooks:write' | 'processors:read' | 'processors:write' | 'security:read' | 'security:write' | 'analytics:read' | 'analytics:write' | (string & {});
