import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { normalizeEmail } from '../platform/normalize-email.js';

// Those that let a person join. Those that sign a member in name the member.
const OPEN = namedQuery(
  'sign_in_links_open_to_addresses',
  `SELECT id, email FROM sign_in_links
    WHERE account_id = $1 AND user_id IS NULL AND email IS NOT NULL AND used_at IS NULL`,
);

const DROP = namedQuery(
  'sign_in_links_drop',
  'DELETE FROM sign_in_links WHERE account_id = $1 AND id = ANY($2::bigint[]) AND used_at IS NULL',
);

const EMAIL = namedQuery('users_email', 'SELECT email FROM users WHERE id = $1');

interface OpenLink {
  readonly id: string;
  readonly email: string;
}

/** Ends the open links with which a person with the address could join the account. The account must be locked. */
export async function dropLinksTo(transaction: Transaction, accountId: string, email: string): Promise<void> {
  const links = await transaction.run<OpenLink>(OPEN, [accountId]);
  const address = normalizeEmail(email);
  const ids = links.filter((link) => normalizeEmail(link.email) === address).map(({ id }) => id);
  if (ids.length > 0) await transaction.run(DROP, [accountId, ids]);
}

/** The same for the address of a person. */
export async function dropLinksToPerson(transaction: Transaction, accountId: string, userId: string): Promise<void> {
  const [user] = await transaction.run<{ email: string }>(EMAIL, [userId]);
  if (user !== undefined) await dropLinksTo(transaction, accountId, user.email);
}
