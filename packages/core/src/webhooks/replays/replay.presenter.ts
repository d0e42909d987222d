import type { Schemas } from '@svc/contract';
import { idTime } from '../../platform/ids/id-source.js';
import { toPublicId } from '../../platform/ids/public-id.js';
import type { Replay } from './replay.entity.js';

/** A replay as the contract shows it. */
export function presentReplay(replay: Omit<Replay, 'toId' | 'xid' | 'epoch'>): Schemas['WebhookReplay'] {
  return {
    id: toPublicId('rpl', replay.id),
    webhookId: toPublicId('wh', replay.webhookId),
    createdFrom: replay.createdFrom.toISOString(),
    createdTo: replay.createdTo.toISOString(),
    type: replay.type,
    onlyFailed: replay.onlyFailed,
    status: replay.status,
    deliveries: replay.deliveries,
    createdAt: idTime(replay.id).toISOString(),
  };
}
