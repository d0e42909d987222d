/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * - `inquiry`: the bank asks about the payment. No money has moved.
 * - `needs_response`: answer at the payment processor before `evidenceDueBy`.
 * - `under_review`: the bank is looking at your answer, to a dispute or to an inquiry. An inquiry has moved no money.
 * - `won`: it was decided in your favour.
 * - `lost`: it was decided in favour of the customer.
 * - `prevented`: it was settled before it became a dispute.
 * - `closed`: an inquiry ended without a dispute.
 *
 */
export type DisputeStatus = 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'prevented' | 'closed' | (string & {});
