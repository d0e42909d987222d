/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { FieldErrorCode } from './FieldErrorCode';
/**
 * One invalid value. `pointer` is present for a value in the body, `parameter` for a value in the query or a header.
 */
export type FieldError = {
    /**
     * The location in the body, as a JSON Pointer (RFC 6901). Empty for the body itself.
     */
    pointer?: string;
    /**
     * The name of the query parameter or header.
     */
    parameter?: string;
    code: FieldErrorCode;
    /**
     * What the value must be, in plain words.
     */
    detail: string;
};

