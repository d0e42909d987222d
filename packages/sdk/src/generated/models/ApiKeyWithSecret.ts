/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApiKeyStatus } from './ApiKeyStatus';
import type { Mode } from './Mode';
import type { Scope } from './Scope';
/**
 * An API key that has just been made, with the key itself.
 */
export type ApiKeyWithSecret = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * Your name for it.
     */
    name: string;
    mode: Mode;
    /**
     * The first characters of the key, by which you can tell it from others.
     */
    prefix: string;
    /**
     * What the key may do.
     */
    scopes: Array<Scope>;
    /**
     * The networks that it may be used from; any when empty.
     */
    allowedCidrs: Array<string>;
    /**
     * From when it no longer works; null when it does not expire.
     */
    expiresAt: string | null;
    /**
     * When it was last used, to about a minute; null when it never was.
     */
    lastUsedAt: string | null;
    status: ApiKeyStatus;
    /**
     * The key that it was rotated to; null when it was not.
     */
    replacedBy: string | null;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * The key, to be sent as `Authorization: Bearer <key>`. It is shown this once and kept nowhere; null in the answer to a repeated request.
     */
    secret: string | null;
};

