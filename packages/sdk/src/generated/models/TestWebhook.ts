/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EventKind } from './EventKind';
/**
 * What to send as a test. The default `type` is `webhook.test`, the only one that a live webhook accepts. An event of another type contains made-up data.
 */
export type TestWebhook = {
    type?: EventKind;
};

