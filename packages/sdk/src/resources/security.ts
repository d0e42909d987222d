import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { AuditLogPage } from '../generated/models/AuditLogPage.js';
import type { CurrentCaller } from '../generated/models/CurrentCaller.js';
import type { SecurityConfig } from '../generated/models/SecurityConfig.js';
import type { UpdateSecurityConfig } from '../generated/models/UpdateSecurityConfig.js';
import type { SecurityService } from '../generated/services/SecurityService.js';
import type { ConditionalOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type AuditLogParams = Parameters<SecurityService['listAuditLog']>[0];

/** The security configuration of the account in the client's mode, and the audit log. */
export class Security {
  readonly #service: ServiceForCall<SecurityService>;

  constructor(service: ServiceForCall<SecurityService>) {
    this.#service = service;
  }

  /** Returns the account and scopes of the client's key, and the number of requests left. */
  me(options?: RequestOptions): ApiPromise<CurrentCaller> {
    return this.#service(options).getCurrentCaller();
  }

  /** Returns the configuration. Its `version` in quotes is its `ETag`. */
  config(options?: RequestOptions): ApiPromise<SecurityConfig> {
    return this.#service(options).getSecurityConfig();
  }

  /**
   * Changes the given fields. `ifMatch` must be the version that you have read, such as `"3"`, including the quotes.
   */
  updateConfig(
    params: UpdateSecurityConfig,
    options: ConditionalOptions & { readonly ifMatch: string },
  ): ApiPromise<SecurityConfig> {
    return this.#service(options).updateSecurityConfig({ ...options, requestBody: params });
  }

  /** Returns a page of audit log entries, newest first. */
  auditLog(params: AuditLogParams = {}, options?: RequestOptions): ListPromise<AuditLogPage> {
    return listOf(params, (page) => this.#service(options, page).listAuditLog(page));
  }
}
