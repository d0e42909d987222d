/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * W3C Trace Context. What this request causes belongs to this trace. The events that it causes are delivered with a `traceparent` of the same trace id. If the header is missing or malformed, a new trace begins. This is not an error.
 */
export type Traceparent = string;
