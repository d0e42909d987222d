import type { LoggedRequest } from '@svc/sdk';

type Sender = Pick<LoggedRequest, 'keyId' | 'userId'>;

/** Who sent a request, by key or as a person: the name of a member, or an id. A person who has left the account has no name here. */
export function senderText({ keyId, userId }: Sender, names: ReadonlyMap<string, string>): string | null {
  if (userId === null) return keyId;
  const name = names.get(userId);
  return name === undefined ? userId : `${name} (${userId})`;
}
