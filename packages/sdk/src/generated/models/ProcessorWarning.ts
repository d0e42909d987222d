/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A likely configuration mistake of a connection.
 */
export type ProcessorWarning = {
    /**
     * `same_account`: another connection leads to the same account at the processor, in the same mode.
     */
    code: 'same_account' | (string & {});
    /**
     * The warning in plain words, with the other connections.
     */
    detail: string;
};

