-- A cell has 2^21 numbers for accounts and as many for environments, so those of two installations never collide.

-- Gives a new database its cell, and returns the cell that the database has.
CREATE OR REPLACE FUNCTION enter_cell(chosen integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  first integer := chosen * 2097152 + 1;
  last integer := chosen * 2097152 + 2097151;
BEGIN
  UPDATE system_state SET cell = chosen WHERE cell IS NULL;
  IF FOUND THEN
    EXECUTE format('ALTER SEQUENCE account_numbers MINVALUE %1$s MAXVALUE %2$s START %1$s RESTART', first, last);
    EXECUTE format('ALTER TABLE environments ALTER COLUMN id SET MINVALUE %1$s SET MAXVALUE %2$s SET START %1$s RESTART',
      first, last);
  END IF;
  RETURN (SELECT cell FROM system_state);
END $$;
