/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Whether the processor accepts the credentials. `unverified`: it has not been reached yet. `failing`: it refuses them, and the payments of the connection wait until it accepts them again.
 */
export type ProcessorStatus = 'unverified' | 'ok' | 'failing' | (string & {});
