/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The time zone whose days, weeks and months are meant, by its name in the IANA database, such as `Europe/Berlin`; `UTC` when it is not given.
 */
export type Timezone = string;
