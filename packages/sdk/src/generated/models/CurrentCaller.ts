/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApiKey } from './ApiKey';
import type { Mode } from './Mode';
import type { RequestAllowance } from './RequestAllowance';
import type { Scope } from './Scope';
import type { Tier } from './Tier';
/**
 * The account and the key that you are using.
 */
export type CurrentCaller = {
    /**
     * The account.
     */
    accountId: string;
    tier: Tier;
    mode: Mode;
    /**
     * What the key may do.
     */
    scopes: Array<Scope>;
    key: ApiKey;
    requests: RequestAllowance;
};

