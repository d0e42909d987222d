-- The people of the console. They and their sessions belong to the installation and its accounts, not to a mode.
CREATE TABLE users (
  id bigint CONSTRAINT users_pkey PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_normalized text NOT NULL CONSTRAINT users_email UNIQUE,
  password_hash text
);

CREATE TABLE memberships (
  account_id bigint NOT NULL CONSTRAINT memberships_account REFERENCES accounts (id),
  user_id bigint NOT NULL CONSTRAINT memberships_user REFERENCES users (id),
  role text NOT NULL CONSTRAINT memberships_role
    CHECK (role IN ('owner', 'developer', 'support', 'approver', 'finance', 'viewer')),
  by_provider boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT memberships_pkey PRIMARY KEY (account_id, user_id)
);
CREATE INDEX memberships_by_user ON memberships (user_id);

CREATE TABLE sessions (
  id bigint CONSTRAINT sessions_pkey PRIMARY KEY,
  hash bytea NOT NULL CONSTRAINT sessions_hash UNIQUE,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  ends_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz NOT NULL DEFAULT now(),
  address text NOT NULL,
  browser text,
  by_provider boolean NOT NULL DEFAULT false,
  CONSTRAINT sessions_membership FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id)
    ON DELETE CASCADE
);
-- The foreign key and all look-ups of a person's sessions have the person, some of them without the account.
CREATE INDEX sessions_by_member ON sessions (user_id, account_id);
CREATE INDEX sessions_by_end ON sessions (ends_at);

CREATE TABLE sign_in_links (
  id bigint CONSTRAINT sign_in_links_pkey PRIMARY KEY,
  hash bytea NOT NULL CONSTRAINT sign_in_links_hash UNIQUE,
  account_id bigint NOT NULL CONSTRAINT sign_in_links_account REFERENCES accounts (id),
  role text NOT NULL CONSTRAINT sign_in_links_role
    CHECK (role IN ('owner', 'developer', 'support', 'approver', 'finance', 'viewer')),
  email text,
  user_id bigint CONSTRAINT sign_in_links_user REFERENCES users (id),
  is_invitation boolean NOT NULL DEFAULT false,
  created_by bigint,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id, id) WHERE used_at IS NULL;
CREATE INDEX sign_in_links_by_expiry ON sign_in_links (expires_at);

-- Authenticator apps of people. The id is that of the person.
CREATE TABLE totp_factors (
  id bigint CONSTRAINT totp_factors_pkey PRIMARY KEY CONSTRAINT totp_factors_user REFERENCES users (id),
  secret_ciphertext bytea NOT NULL,
  secret_data_key bytea NOT NULL,
  confirmed_at timestamptz,
  last_step bigint
);

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL CONSTRAINT recovery_codes_factor REFERENCES totp_factors (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  pepper text NOT NULL,
  used_at timestamptz,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, hash)
);

-- How people are known at identity providers. A person has one identity at each.
CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL CONSTRAINT identities_user_id REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT identities_user UNIQUE (user_id, issuer)
);
