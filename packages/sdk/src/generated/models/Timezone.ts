/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The time zone of days, weeks and months, as an IANA name such as `Europe/Berlin`. The default is `UTC`.
 */
export type Timezone = string;
