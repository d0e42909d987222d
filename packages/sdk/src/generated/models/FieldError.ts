/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { FieldErrorCode } from './FieldErrorCode';
/**
 * One value that is wrong. It has `pointer` when it is in the body, `parameter` when it is in the query or a header.
 */
export type FieldError = {
    /**
     * Its place in the body, a JSON Pointer (RFC 6901); empty for the body itself.
     */
    pointer?: string;
    /**
     * Its name in the query or among the headers.
     */
    parameter?: string;
    code: FieldErrorCode;
    /**
     * What it must be, in plain words.
     */
    detail: string;
};

