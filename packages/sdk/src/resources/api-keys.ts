import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { ApiKey } from '../generated/models/ApiKey.js';
import type { ApiKeyPage } from '../generated/models/ApiKeyPage.js';
import type { ApiKeyWithSecret } from '../generated/models/ApiKeyWithSecret.js';
import type { CreateApiKey } from '../generated/models/CreateApiKey.js';
import type { RotateApiKey } from '../generated/models/RotateApiKey.js';
import type { UpdateApiKey } from '../generated/models/UpdateApiKey.js';
import type { ApiKeysService } from '../generated/services/ApiKeysService.js';
import type { IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type ApiKeyListParams = Parameters<ApiKeysService['listApiKeys']>[0];

/** The API keys of the account. A live key manages the keys of both modes, a test key those of test mode. */
export class ApiKeys {
  readonly #service: ServiceForCall<ApiKeysService>;

  constructor(service: ServiceForCall<ApiKeysService>) {
    this.#service = service;
  }

  /** Creates a key with at most the scopes of your own key. Its secret is only returned in this response. */
  create(params: CreateApiKey, options?: IdempotentOptions): ApiPromise<ApiKeyWithSecret> {
    return this.#service(options).createApiKey({ ...options, requestBody: params });
  }

  /** Returns one key, without its secret. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<ApiKey> {
    return this.#service(options).getApiKey({ keyId: id });
  }

  /** Returns a page of keys, newest first. */
  list(params: ApiKeyListParams = {}, options?: RequestOptions): ListPromise<ApiKeyPage> {
    return listOf(params, (page) => this.#service(options, page).listApiKeys(page));
  }

  /** Changes the given fields. The change takes effect everywhere within 5 seconds. */
  update(id: string, params: UpdateApiKey, options?: RequestOptions): ApiPromise<ApiKey> {
    return this.#service(options).updateApiKey({ keyId: id, requestBody: params });
  }

  /** Revokes a key permanently. It is refused everywhere within 5 seconds. */
  revoke(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#service(options).revokeApiKey({ keyId: id });
  }

  /**
   * Creates a key that replaces the old one. Its secret is only returned in this response. The old key works for
   * another `overlapSeconds`.
   */
  rotate(id: string, params?: RotateApiKey, options?: IdempotentOptions): ApiPromise<ApiKeyWithSecret> {
    return this.#service(options).rotateApiKey({ ...options, keyId: id, requestBody: params });
  }
}
