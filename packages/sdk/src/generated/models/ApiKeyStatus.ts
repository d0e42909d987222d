/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Whether the key works. An expired or revoked key never works again.
 */
export type ApiKeyStatus = 'active' | 'expired' | 'revoked';
