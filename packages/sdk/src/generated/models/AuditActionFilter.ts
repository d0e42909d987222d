/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AuditAction } from './AuditAction';
/**
 * Only entries with this action.
 */
export type AuditActionFilter = AuditAction;
