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

/** What holds for all keys of the account in the client's mode, and who has done what. */
export class Security {
  readonly #service: ServiceForCall<SecurityService>;

  constructor(service: ServiceForCall<SecurityService>) {
    this.#service = service;
  }

  /** Whom the client's key stands for, and how many requests are left. */
  me(options?: RequestOptions): ApiPromise<CurrentCaller> {
    return this.#service(options).getCurrentCaller();
  }

  /** The configuration; its `version` in quotes is its `ETag`. */
  config(options?: RequestOptions): ApiPromise<SecurityConfig> {
    return this.#service(options).getSecurityConfig();
  }

  /** Changes what is given. `ifMatch` must name the version that was seen, such as `"3"`, quotes included. */
  updateConfig(
    params: UpdateSecurityConfig,
    options: ConditionalOptions & { readonly ifMatch: string },
  ): ApiPromise<SecurityConfig> {
    return this.#service(options).updateSecurityConfig({ ...options, requestBody: params });
  }

  /** A page of what was done, newest first. */
  auditLog(params: AuditLogParams = {}, options?: RequestOptions): ListPromise<AuditLogPage> {
    return listOf(params, (page) => this.#service(options, page).listAuditLog(page));
  }
}
