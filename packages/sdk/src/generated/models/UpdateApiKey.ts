/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
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
     * The networks that it may be used from, in place of those before; an empty list is any.
     */
    allowedCidrs?: Array<string>;
    /**
     * From when it shall no longer work, a time to come; null when it shall not expire.
     */
    expiresAt?: string | null;
};

