import { apiKeyPrefix, generateApiKey, hashApiKey } from './api-key-format.js';
import type { Mode } from './environment.entity.js';

/** A new key: the secret, which is shown once, and what is stored of it. */
export interface MintedKey {
  readonly secret: string;
  readonly prefix: string;
  readonly hash: Buffer;
}

/** Makes the API keys of this installation. */
export class ApiKeyMint {
  constructor(
    private readonly pepper: Buffer,
    private readonly cell: number,
  ) {}

  mint(mode: Mode): MintedKey {
    const secret = generateApiKey(mode, this.cell);
    return { secret, prefix: apiKeyPrefix(secret), hash: hashApiKey(secret, this.pepper) };
  }
}
