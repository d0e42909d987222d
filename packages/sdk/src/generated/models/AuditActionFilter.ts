/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AuditAction } from './AuditAction';
/**
 * Only what was done in this way.
 */
export type AuditActionFilter = AuditAction;
