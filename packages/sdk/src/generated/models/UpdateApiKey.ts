/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Network } from './Network';
import type { Scope } from './Scope';
/**
 * The changes to a key. A field that is left out stays unchanged.
 */
export type UpdateApiKey = {
    /**
     * Your name for the key. It needs a visible character. Characters that control lines or the direction of the text are refused.
     */
    name?: string;
    /**
     * What the key may do. Replaces the previous scopes. It cannot have more scopes than your own key.
     */
    scopes?: Array<Scope>;
    /**
     * The networks from which the key can be used. Replaces the previous networks. An empty list allows any network. Networks outside those of your own key get 403 `key_limits_exceeded`.
     */
    allowedCidrs?: Array<Network>;
    /**
     * When the key expires, a time in the future. Null means never. A later expiry than that of your own key, or null while yours expires, gets 403 `key_limits_exceeded`. The expiry of a rotated key cannot be changed: 409 `state_conflict`.
     */
    expiresAt?: string | null;
};

