/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * - `customer`: the customer is there, and can be asked to act. This is the default.
 * - `merchant`: you charge a stored payment method while the customer is away, for example for a subscription. Nobody can
 * act, so a card that needs the customer is declined.
 *
 */
export type PaymentInitiator = 'customer' | 'merchant';
