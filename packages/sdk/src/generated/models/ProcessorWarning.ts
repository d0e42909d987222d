/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Something about a connection that works, but is probably not meant.
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

