/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * One row. Depending on the type of the report, it is a Payment with `nextAction` null, a Refund, a Dispute or a Customer as the API returns it, a delivery, a difference, or a movement of a settlement.
 */
export type ReportRow = Record<string, unknown>;
