/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApiKeyStatus } from './ApiKeyStatus';
import type { Mode } from './Mode';
import type { Scope } from './Scope';
/**
 * An API key, without its secret.
 */
export type ApiKey = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * Your name for the key.
     */
    name: string;
    mode: Mode;
    /**
     * The first characters of the key, to tell it from others.
     */
    prefix: string;
    /**
     * What the key may do.
     */
    scopes: Array<Scope>;
    /**
     * The networks from which the key can be used. If empty, any network.
     */
    allowedCidrs: Array<string>;
    /**
     * When the key expires. Null if it does not expire.
     */
    expiresAt: string | null;
    /**
     * When the key was last used, accurate to about a minute. Null if it was never used.
     */
    lastUsedAt: string | null;
    status: ApiKeyStatus;
    /**
     * The key that replaced this one in a rotation. Null if it was not rotated.
     */
    replacedBy: string | null;
    /**
     * When the key was created.
     */
    createdAt: string;
};

