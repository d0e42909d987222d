/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Who did it: an API key, whose id is in `keyId`; a person in the console, whose id is in `userId`; or the operator of the service with a command such as `account:key`.
 */
export type AuditActor = 'api_key' | 'member' | 'operator' | (string & {});
