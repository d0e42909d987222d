/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Processor } from './Processor';
/**
 * A page of connections, newest first.
 */
export type ProcessorPage = {
    /**
     * The connections of this page.
     */
    data: Array<Processor>;
    /**
     * Whether there are more pages.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Null on the last page.
     */
    nextCursor: string | null;
};

