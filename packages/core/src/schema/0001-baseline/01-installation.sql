-- Blocks of ids; see platform/ids.
CREATE SEQUENCE id_blocks AS bigint;

-- Facts of this database as a whole.
CREATE TABLE system_state (
  one boolean CONSTRAINT system_state_pkey PRIMARY KEY DEFAULT true CONSTRAINT system_state_one CHECK (one),
  event_epoch integer NOT NULL,
  -- Marks objects of this database at processors that others use too.
  installation_id text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  -- Set once: see enter_cell.
  cell integer CONSTRAINT system_state_cell CHECK (cell BETWEEN 0 AND 1023)
);
INSERT INTO system_state (event_epoch) VALUES (1);

-- Unlogged: a crash of the server empties it, which begins the next epoch of events.
CREATE UNLOGGED TABLE server_life (
  started_at timestamptz CONSTRAINT server_life_pkey PRIMARY KEY,
  epoch integer NOT NULL
);
INSERT INTO server_life (started_at, epoch) SELECT pg_postmaster_start_time(), event_epoch FROM system_state;
