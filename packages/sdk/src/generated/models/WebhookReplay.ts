/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Events that are being delivered to an endpoint again. The status is that of the moment of the answer; what has become of it since is seen in the deliveries.
 */
export type WebhookReplay = {
    /**
     * Its identifier. Quote it when you ask for help.
     */
    id: string;
    /**
     * The endpoint that the events go to.
     */
    webhookId: string;
    /**
     * Where the range begins, included.
     */
    createdFrom: string;
    /**
     * Where the range ends, not included.
     */
    createdTo: string;
    /**
     * The kind of event; null for every kind that the endpoint lists.
     */
    type: string | null;
    /**
     * Whether what has arrived is left out.
     */
    onlyFailed: boolean;
    /**
     * How far it has got.
     */
    status: 'pending' | 'running' | 'completed';
    /**
     * How many deliveries it has made so far.
     */
    deliveries: number;
    /**
     * When it was asked for.
     */
    createdAt: string;
};

