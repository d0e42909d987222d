/** The secrets of endpoint `w` by the database clock: the next secret counts once the overlap has ended. */
export const SIGNING_COLUMNS = `
  CASE WHEN w.overlap_until <= now() THEN w.next_secret_ciphertext ELSE w.secret_ciphertext END AS "secretCiphertext",
  CASE WHEN w.overlap_until <= now() THEN w.next_secret_data_key ELSE w.secret_data_key END AS "secretDataKey",
  CASE WHEN w.overlap_until > now() THEN w.next_secret_ciphertext END AS "nextSecretCiphertext",
  CASE WHEN w.overlap_until > now() THEN w.next_secret_data_key END AS "nextSecretDataKey",
  CASE WHEN w.overlap_until > now() THEN w.overlap_until END AS "overlapUntil"`;
