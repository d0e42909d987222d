/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CancelSubscription } from '../models/CancelSubscription';
import type { CreateSubscription } from '../models/CreateSubscription';
import type { Subscription } from '../models/Subscription';
import type { SubscriptionPage } from '../models/SubscriptionPage';
import type { UpdateSubscription } from '../models/UpdateSubscription';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class CustomersService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Create a subscription
     * Charges a customer `amount` once for each period. Period n begins at `startAt` + n x `intervalCount` x `interval`,
     * always reckoned from `startAt` and in UTC: from 31 January, monthly periods begin on 28 February, 31 March, 30 April;
     * from 29 February, yearly ones on 28 February, and on the 29th again in leap years. A period is at most three years long.
     *
     * Each period is paid when it begins, by a payment of its own with the subscription's description and metadata. Without
     * `startAt`, or when it is now, the first payment is made at once and the subscription is `active`; until a later
     * `startAt` it is `scheduled`. A `startAt` more than five minutes past is refused.
     *
     * | what happens | `status` |
     * |---|---|
     * | the payment of a period fails | `past_due`, `subscription.past_due`; it is tried again 1, 3 and 5 days after it was due |
     * | one of these is completed | `active` |
     * | the last one fails, too | `cancelled`, `subscription.cancelled` |
     *
     * A period never has more than one payment under way, nor more than one completed, and periods are paid in order: the
     * next one waits until the one before is paid. What was missed is made up for: after an outage of three periods, three
     * payments are made, one after the other.
     *
     * With a test key, `metadata.sandbox` decides what becomes of the payments, and the clock of test mode can be moved on to
     * see a year go by.
     *
     * @returns Subscription The subscription.
     * @throws ApiError
     */
    public createSubscription({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The subscription to create.
         */
        requestBody: CreateSubscription,
        /**
         * A name of your choice for this piece of work, such as a UUID: 1 to 255 visible ASCII characters, the same on every retry, another for everything else. However often the request arrives, the work is done once, and a repetition gets the first answer with `Idempotent-Replayed: true`. Another request under the same key is refused (`idempotency_key_reused`). Keys belong to your account and mode and are kept for at least 24 hours. Only successes are kept: after an error, try again with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<Subscription> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/subscriptions',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor.`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but may not do this.`,
                406: `The \`Accept\` header of the request admits no JSON.`,
                409: `The first request with this idempotency key is still running; try again after \`Retry-After\` with the same key.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The body does not fit the schema or breaks a rule (\`validation_failed\`, where \`errors\` points at every place that is wrong), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
    /**
     * List subscriptions
     * The subscriptions of your account in the key's mode, newest first, a page at a time. Filters are combined.
     *
     * @returns SubscriptionPage A page of subscriptions.
     * @throws ApiError
     */
    public listSubscriptions({
        limit,
        cursor,
        status,
        customerId,
        createdFrom,
        createdTo,
    }: {
        /**
         * How many to return at most, 1 to 100. Without it, 20.
         */
        limit?: number,
        /**
         * Where to go on: `nextCursor` of the page before. Opaque, and good only for the list that it came from. Without it, the first page.
         */
        cursor?: string,
        /**
         * Only subscriptions with this status.
         */
        status?: 'scheduled' | 'active' | 'past_due' | 'cancelled',
        /**
         * Only those of this customer.
         */
        customerId?: string,
        /**
         * Only what was created at this time or later, ISO 8601 with its offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only what was created before this time, which is not included itself.
         */
        createdTo?: string,
    }): CancelablePromise<SubscriptionPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/subscriptions',
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
                'customerId': customerId,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
            },
            errors: {
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor.`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but may not do this.`,
                406: `The \`Accept\` header of the request admits no JSON.`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
    /**
     * Retrieve a subscription
     * One subscription as it stands now. `nextPaymentAt` is when it is charged next, be it a new period or another try of the
     * one that runs.
     *
     * @returns Subscription The subscription.
     * @throws ApiError
     */
    public getSubscription({
        subscriptionId,
    }: {
        /**
         * The subscription's id.
         */
        subscriptionId: string,
    }): CancelablePromise<Subscription> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/subscriptions/{subscriptionId}',
            path: {
                'subscriptionId': subscriptionId,
            },
            errors: {
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor.`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but may not do this.`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits no JSON.`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
    /**
     * Update a subscription
     * Changes what you name and leaves the rest. `metadata` is merged, null removes. Both media types mean the same.
     *
     * - A new `amount`, `interval` or `intervalCount` counts from the next period on. What is paid for the current period
     * stays, and so do its tries. A new rhythm is reckoned from the end of the current period.
     * - `paymentMethodId`, `description` and `metadata` are those of the next payment, be it another try of a period that is
     * `past_due`.
     * - `"cancelAtPeriodEnd": false` takes back an end that is still ahead, true is the same as cancelling at the period's end.
     *
     * Of a cancelled subscription only `description` and `metadata` can be changed, all else answers 409 `state_conflict`.
     * With `If-Match` the change is made only if the subscription is still the version that you have seen.
     *
     * @returns Subscription The subscription as it is now.
     * @throws ApiError
     */
    public updateSubscription({
        subscriptionId,
        requestBody,
        ifMatch,
    }: {
        /**
         * The subscription's id.
         */
        subscriptionId: string,
        /**
         * What to change.
         */
        requestBody: UpdateSubscription,
        /**
         * The `ETag` of the version that you have seen. If the object has changed since, nothing is done and the answer is 412. `*` is any version, several are separated by commas. Without it, the change is made whatever the version.
         */
        ifMatch?: string,
    }): CancelablePromise<Subscription> {
        return this.httpRequest.request({
            method: 'PATCH',
            url: '/v1/subscriptions/{subscriptionId}',
            path: {
                'subscriptionId': subscriptionId,
            },
            headers: {
                'If-Match': ifMatch,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor.`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but may not do this.`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits no JSON.`,
                409: `The object is in a state in which this cannot be done (\`state_conflict\`, \`payment_in_flight\`): \`currentStatus\`, \`currentStage\` and \`allowedActions\` say what can. Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
                412: `The object has changed since the version that \`If-Match\` names. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The body does not fit the schema or breaks a rule (\`validation_failed\`, where \`errors\` points at every place that is wrong), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
    /**
     * Cancel a subscription
     * Ends a subscription, now or, with `atPeriodEnd`, when the current period ends. Until then it goes on as before, with
     * `cancelAtPeriodEnd` true and tries of a failed payment included, but no further period begins. One whose first period
     * has not begun ends now in both cases.
     *
     * `subscription.cancelled` is sent when it has ended. A payment that is under way runs its course: it is not stopped, and
     * nothing is paid back. A subscription that is already cancelled answers 409 `state_conflict`. The body may be left out.
     *
     * @returns Subscription The subscription as it is now.
     * @throws ApiError
     */
    public cancelSubscription({
        subscriptionId,
        idempotencyKey,
        requestBody,
    }: {
        /**
         * The subscription's id.
         */
        subscriptionId: string,
        /**
         * A name of your choice for this piece of work, such as a UUID: 1 to 255 visible ASCII characters, the same on every retry, another for everything else. However often the request arrives, the work is done once, and a repetition gets the first answer with `Idempotent-Replayed: true`. Another request under the same key is refused (`idempotency_key_reused`). Keys belong to your account and mode and are kept for at least 24 hours. Only successes are kept: after an error, try again with the same key.
         */
        idempotencyKey?: string,
        /**
         * When to end it.
         */
        requestBody?: CancelSubscription,
    }): CancelablePromise<Subscription> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/subscriptions/{subscriptionId}/cancel',
            path: {
                'subscriptionId': subscriptionId,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor.`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but may not do this.`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits no JSON.`,
                409: `The object is in a state in which this cannot be done (\`state_conflict\`, \`payment_in_flight\`): \`currentStatus\`, \`currentStage\` and \`allowedActions\` say what can. Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The body does not fit the schema or breaks a rule (\`validation_failed\`, where \`errors\` points at every place that is wrong), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
}
