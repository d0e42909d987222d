CREATE TABLE events (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  type text NOT NULL,
  object_id bigint NOT NULL,
  body bytea NOT NULL,
  epoch integer NOT NULL,
  xid bigint NOT NULL,
  trace text,
  CONSTRAINT events_pkey PRIMARY KEY (environment_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX events_in_order ON events (environment_id, epoch, xid, id);
CREATE INDEX events_object ON events (environment_id, object_id, id);
CREATE INDEX events_by_type ON events (environment_id, type, id);

-- Events whose deliveries have not all been created yet.
CREATE TABLE fan_outs (
  environment_id integer NOT NULL,
  event_id bigint NOT NULL,
  type text NOT NULL,
  reached bigint NOT NULL DEFAULT 0,
  last bigint NOT NULL,
  CONSTRAINT fan_outs_pkey PRIMARY KEY (environment_id, event_id)
);
CREATE INDEX fan_outs_by_event ON fan_outs (event_id);
