/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Who did it. Either an API key, whose id is in `keyId`, or the operator of the service with a command such as `account:key`.
 */
export type AuditActor = 'api_key' | 'operator' | (string & {});
