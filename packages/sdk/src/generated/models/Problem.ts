/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { FieldError } from './FieldError';
import type { MoneyTotal } from './MoneyTotal';
import type { ProblemCode } from './ProblemCode';
/**
 * A problem document according to RFC 9457.
 */
export type Problem = {
    /**
     * The URL of this instance's page about the code.
     */
    type: string;
    /**
     * The name of the problem.
     */
    title: string;
    /**
     * The HTTP status.
     */
    status: number;
    code: ProblemCode;
    /**
     * What happened in this case.
     */
    detail: string;
    /**
     * The id of the request in the logs of the service. It is the same as in the `Request-Id` header.
     */
    requestId: string;
    /**
     * The invalid values, at most 50. Present with codes that are about values, such as `validation_failed` and `invalid_query`.
     */
    errors?: Array<FieldError>;
    /**
     * The status of the object. Only present if its state does not allow the action.
     */
    currentStatus?: string;
    /**
     * The stage of the object. Null if it has none. Only present if its state does not allow the action.
     */
    currentStage?: string | null;
    refundableAmount?: MoneyTotal;
    /**
     * What you can do with the object now. Only present if its state does not allow the action.
     */
    allowedActions?: Array<string>;
    /**
     * The customer that has the e-mail address. Only present with `duplicate_email`.
     */
    existingId?: string;
};

