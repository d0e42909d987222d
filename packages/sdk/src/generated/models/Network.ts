/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A network in CIDR notation. All bits after the prefix must be zero. A single address is `203.0.113.7/32`.
 */
export type Network = string;
