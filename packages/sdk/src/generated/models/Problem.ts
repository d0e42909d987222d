/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { FieldError } from './FieldError';
import type { MoneyTotal } from './MoneyTotal';
import type { ProblemCode } from './ProblemCode';
/**
 * A problem, after RFC 9457.
 */
export type Problem = {
    /**
     * The address of this instance's page about the code.
     */
    type: string;
    /**
     * The code as a heading.
     */
    title: string;
    /**
     * The HTTP status.
     */
    status: number;
    code: ProblemCode;
    /**
     * What happened this time.
     */
    detail: string;
    /**
     * Names the request in the service's logs, equal to the Request-Id header.
     */
    requestId: string;
    /**
     * Every value that is wrong, at most 50; with the codes that are about values, such as `validation_failed` and `invalid_query`.
     */
    errors?: Array<FieldError>;
    /**
     * The status that the object is in; only with a conflict about its state.
     */
    currentStatus?: string;
    /**
     * The stage of that status, null when it has none; only with a conflict about its state.
     */
    currentStage?: string | null;
    refundableAmount?: MoneyTotal;
    /**
     * What may be done with the object as it is now; only with a conflict about its state.
     */
    allowedActions?: Array<string>;
    /**
     * The customer that has the e-mail address; only with `duplicate_email`.
     */
    existingId?: string;
};

