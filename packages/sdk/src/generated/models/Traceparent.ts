/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * W3C Trace Context. What this request leads to belongs to the trace that it names: the events that follow from it are delivered with a `traceparent` of the same trace id. One that is missing or malformed is no error: a trace begins here.
 */
export type Traceparent = string;
