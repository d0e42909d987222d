/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A network in CIDR notation without bits set behind its prefix; one address is `203.0.113.7/32`.
 */
export type Network = string;
