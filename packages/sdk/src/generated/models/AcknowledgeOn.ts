/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The responses of the endpoint that acknowledge a delivery: only 200, or any 2xx.
 */
export type AcknowledgeOn = '200' | '2xx';
