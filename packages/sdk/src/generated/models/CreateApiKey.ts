/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Mode } from './Mode';
import type { Network } from './Network';
import type { Scope } from './Scope';
/**
 * A key to make.
 */
export type CreateApiKey = {
    /**
     * Your name for it.
     */
    name: string;
    /**
     * What the key may do; nothing that your own key may not.
     */
    scopes: Array<Scope>;
    mode?: Mode;
    /**
     * The networks that it may be used from, in CIDR notation; one address is `203.0.113.7/32`. Without it, those of your own key. An empty list is any network. Anything outside the networks of your own key is 403 `key_limits_exceeded`.
     */
    allowedCidrs?: Array<Network>;
    /**
     * When it ends, a time in the future; null asks for no end. Without it, it ends with your own key, or never when yours has no end. A later end than that of your own key, or null while yours has one, is 403 `key_limits_exceeded`.
     */
    expiresAt?: string | null;
};

