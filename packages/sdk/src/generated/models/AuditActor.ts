/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Who did it: an API key, whose id is in `keyId`; a person in the console, whose id is in `userId`; the operator of the service with a command such as `account:key`; or the identity provider, whose claims decide about roles at sign-in.
 */
export type AuditActor = 'api_key' | 'member' | 'operator' | 'identity_provider' | (string & {});
