-- An id is (milliseconds since 2025-01-01) << 22 | sequence; see platform/ids.

CREATE OR REPLACE FUNCTION id_at(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (floor(extract(epoch FROM moment) * 1000)::bigint - 1735689600000) << 22
$$;

CREATE OR REPLACE FUNCTION id_time(id bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_timestamp(((id >> 22) + 1735689600000) / 1000.0)
$$;

-- The first id of an id's week, which starts on Monday in UTC.
CREATE OR REPLACE FUNCTION week_of_id(id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT id_at(date_trunc('week', id_time(id) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')
$$;

-- The first id of the next week.
CREATE OR REPLACE FUNCTION week_after_id(id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT id_at((date_trunc('week', id_time(id) AT TIME ZONE 'UTC') + interval '7 days') AT TIME ZONE 'UTC')
$$;

-- The first id of an id's day in UTC.
CREATE OR REPLACE FUNCTION day_of_id(id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT id_at(date_trunc('day', id_time(id) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')
$$;

-- The first id of the next day.
CREATE OR REPLACE FUNCTION day_after_id(id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT id_at((date_trunc('day', id_time(id) AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC')
$$;
