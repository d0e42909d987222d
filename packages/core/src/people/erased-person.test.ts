import { readFileSync } from 'node:fs';
import { forThisFile } from '@svc/testing';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';

const { sql } = await forThisFile(openTestDatabase());

/** The statement of docs/operations/data-protection.md that erases a person. */
function statementFor(id: number): string {
  const page = readFileSync(new URL('../../../../docs/operations/data-protection.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('## People of the console');
  const [, statement = ''] = /-c "([^"]+)"/.exec(section) ?? [];
  return statement.replace('249803977489656832', String(id));
}

it('the statement of the operator erases a person who is in no account, and nobody else', async () => {
  for (const id of [1, 2]) {
    await sql(`INSERT INTO users VALUES ($1, 'Ada', $2, $2, 'hash')`, [id, `ada${id}@example.com`]);
    await sql(`INSERT INTO identities VALUES ('https://id.example.com', $2, $1)`, [id, `subject-${id}`]);
    await sql(`INSERT INTO totp_factors (id, secret_ciphertext, secret_data_key) VALUES ($1, 'a', 'b')`, [id]);
    await sql(`INSERT INTO recovery_codes VALUES ($1, 'hash', 'pepper')`, [id]);
  }
  await sql(`INSERT INTO memberships (account_id, user_id, role) VALUES (1, 2, 'viewer')`);
  expect(await sql(statementFor(1))).toEqual([{ erased: 'usr_1' }]);
  expect(await sql(statementFor(2))).toEqual([]);
  expect(await sql('SELECT name, email, password_hash AS hash FROM users ORDER BY id')).toEqual([
    { name: 'Erased', email: 'erased@invalid', hash: null },
    { name: 'Ada', email: 'ada2@example.com', hash: 'hash' },
  ]);
  for (const [table, column] of [
    ['identities', 'user_id'],
    ['totp_factors', 'id'],
    ['recovery_codes', 'user_id'],
  ]) {
    expect(await sql(`SELECT ${column}::int AS id FROM ${table}`)).toEqual([{ id: 2 }]);
  }
});
