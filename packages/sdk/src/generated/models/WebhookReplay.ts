/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A replay of events to an endpoint. The status is that at the time of the response. To see the progress since then, list the deliveries.
 */
export type WebhookReplay = {
    /**
     * Its identifier. Quote it when you ask for help.
     */
    id: string;
    /**
     * The endpoint that receives the events.
     */
    webhookId: string;
    /**
     * The start of the range, inclusive.
     */
    createdFrom: string;
    /**
     * The end of the range, exclusive.
     */
    createdTo: string;
    /**
     * The event type. Null for every type that the endpoint lists.
     */
    type: string | null;
    /**
     * Whether events that were already delivered are left out.
     */
    onlyFailed: boolean;
    /**
     * The progress of the replay.
     */
    status: 'pending' | 'running' | 'completed';
    /**
     * The number of deliveries created so far.
     */
    deliveries: number;
    /**
     * When it was requested.
     */
    createdAt: string;
};

