import { DomainError } from './errors/domain-error.js';
import { mergePatch } from './merge-patch.js';

const MOST_KEYS = 50;
const MOST_BYTES = 16_384;

/** Metadata with a patch merged into it; `validation_failed` when too much comes of it. */
export function patchedMetadata(
  metadata: Record<string, unknown>,
  patch: Record<string, unknown> | null | undefined,
): Record<string, unknown> {
  if (patch === undefined) return metadata;
  if (patch === null) return {};
  const merged = mergePatch(metadata, patch);
  if (Object.keys(merged).length > MOST_KEYS || Buffer.byteLength(JSON.stringify(merged)) > MOST_BYTES) {
    const detail = `must have at most ${MOST_KEYS} keys and ${MOST_BYTES} bytes once merged`;
    const errors = [{ pointer: '/metadata', code: 'too_long' as const, detail }];
    throw new DomainError('validation_failed', 'The merged metadata is too large.', { errors });
  }
  return merged;
}
