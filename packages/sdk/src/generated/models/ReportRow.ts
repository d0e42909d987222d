/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * One row: a Payment with `nextAction` null, a Refund or a Customer as the API answers it, a delivery, or a difference, by the type of the report.
 */
export type ReportRow = Record<string, unknown>;
