/**
 * The secrets of an endpoint `w` as they count at this moment of the database's clock: once a rotation's overlap is
 * over, the next secret is the secret, whether or not the row has been written since.
 */
export const SIGNING_COLUMNS = `
  CASE WHEN w.overlap_until <= now() THEN w.next_secret_ciphertext ELSE w.secret_ciphertext END AS "secretCiphertext",
  CASE WHEN w.overlap_until <= now() THEN w.next_secret_data_key ELSE w.secret_data_key END AS "secretDataKey",
  CASE WHEN w.overlap_until > now() THEN w.next_secret_ciphertext END AS "nextSecretCiphertext",
  CASE WHEN w.overlap_until > now() THEN w.next_secret_data_key END AS "nextSecretDataKey",
  CASE WHEN w.overlap_until > now() THEN w.overlap_until END AS "overlapUntil"`;
