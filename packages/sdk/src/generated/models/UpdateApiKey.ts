/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Network } from './Network';
import type { Scope } from './Scope';
/**
 * What to change of a key. A field that is left out stays as it is.
 */
export type UpdateApiKey = {
    /**
     * Your name for it.
     */
    name?: string;
    /**
     * What the key may do, in place of what it could; nothing that your own key may not.
     */
    scopes?: Array<Scope>;
    /**
     * The networks that it may be used from, in place of those before; an empty list is any. Anything outside the networks of your own key is 403 `key_limits_exceeded`.
     */
    allowedCidrs?: Array<Network>;
    /**
     * When it ends, a time in the future; null for no end. A later end than that of your own key, or null while yours has one, is 403 `key_limits_exceeded`. The end of a rotated key is fixed: 409 `state_conflict`.
     */
    expiresAt?: string | null;
};

