/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Mode } from './Mode';
import type { Network } from './Network';
import type { Scope } from './Scope';
/**
 * A key to create.
 */
export type CreateApiKey = {
    /**
     * Your name for the key. It needs a visible character. Characters that control lines or the direction of the text are refused.
     */
    name: string;
    /**
     * What the key may do. It cannot have more scopes than your own key.
     */
    scopes: Array<Scope>;
    mode?: Mode;
    /**
     * The networks from which the key can be used, in CIDR notation. A single address is `203.0.113.7/32`. By default, the networks of your own key. An empty list allows any network. Networks outside those of your own key get 403 `key_limits_exceeded`.
     */
    allowedCidrs?: Array<Network>;
    /**
     * When the key expires, a time in the future. Null means never. By default, it expires with your own key, or never if yours does not expire. A later expiry than that of your own key, or null while yours expires, gets 403 `key_limits_exceeded`.
     */
    expiresAt?: string | null;
};

