/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { LoggedRequest } from './LoggedRequest';
/**
 * A page of requests, newest first.
 */
export type LoggedRequestPage = {
    /**
     * The requests of this page.
     */
    data: Array<LoggedRequest>;
    /**
     * Whether there are more pages.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Null on the last page.
     */
    nextCursor: string | null;
};

