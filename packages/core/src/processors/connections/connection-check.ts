import type { Schemas } from '@svc/contract';
import type { AcquirerAnswer, AcquirerClient } from '../acquirer-client.js';
import { referenceOf } from '../own-reference.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

/** What a processor says of the credentials of a connection. */
export interface CredentialsCheck {
  readonly kind: 'accepted' | 'refused' | 'unreachable';
  /** Null if they are accepted. */
  readonly lastError: string | null;
  readonly permissions: Schemas['ProcessorVerification']['permissions'];
}

/** Asks a gateway for an operation that does not exist, and for the end of its statement. Moves no money. */
export async function checkGateway(
  client: Pick<AcquirerClient, 'find' | 'list'>,
  { environmentId, id }: Pick<ProcessorConnection, 'environmentId' | 'id'>,
): Promise<CredentialsCheck> {
  // The id of the connection is never one of an attempt.
  const answer = await client.find(referenceOf({ environmentId, id }), null);
  if (answer.kind !== 'not_done') return notAccepted(answer);
  const now = new Date().toISOString();
  const page = await client.list({ from: now, to: now, limit: 1 });
  const permissions = [
    { name: 'payments', granted: true },
    { name: 'statement', granted: page.kind === 'page' },
  ];
  return { kind: 'accepted', lastError: null, permissions };
}

function notAccepted(answer: Exclude<AcquirerAnswer, { kind: 'not_done' }>): CredentialsCheck {
  const permissions = [{ name: 'payments', granted: false }];
  if (answer.kind === 'refused') {
    return { kind: 'refused', lastError: `The processor refuses the credentials (${answer.reason}).`, permissions };
  }
  const reason = 'reason' in answer ? answer.reason : 'a response about an operation that was never requested';
  return { kind: 'unreachable', lastError: `The processor could not be asked: ${reason}.`, permissions };
}
