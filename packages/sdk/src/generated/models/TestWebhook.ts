/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EventKind } from './EventKind';
/**
 * What to send as a test. Without `type` it is `webhook.test`, the only kind that a live webhook takes; an event of another kind is made up.
 */
export type TestWebhook = {
    type?: EventKind;
};

