/** The limits of the changes that are kept. */
const KEPT_FOR = "10 minutes";
const KEPT_ROWS = 100_000;
const KEPT_BYTES = 64 * 1024 ** 2;

/** The body of the function that removes rows that are old or too many. */
export const TRIM = `
DECLARE
  last_id bigint := (SELECT last_value FROM coppice_realtime.change_id_seq);
  too_much bigint := 0;
  live_bytes float8;
  last xid8;
BEGIN
  -- One transaction trims at a time, and nobody waits for it.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('coppice_realtime.trim', 0)) THEN RETURN NULL; END IF;
  -- Rows that are gone take room until they are vacuumed, and don't count.
  SELECT pg_table_size(relid) * coalesce(n_live_tup::float8 / nullif(n_live_tup + n_dead_tup, 0), 1) INTO live_bytes
  FROM pg_stat_user_tables WHERE relid = 'coppice_realtime.change'::regclass;
  IF live_bytes > ${KEPT_BYTES} THEN
    SELECT coalesce(max(id), 0) INTO too_much FROM (
      SELECT id, sum(coalesce(pg_column_size(old), 0) + coalesce(pg_column_size(new), 0)
        + coalesce(pg_column_size(old_record), 0) + coalesce(pg_column_size(new_record), 0)) OVER (ORDER BY id DESC) AS bytes
      FROM coppice_realtime.change) AS summed WHERE bytes > ${KEPT_BYTES};
  END IF;
  WITH due AS (
    SELECT xid, id FROM (SELECT xid, id, at FROM coppice_realtime.change ORDER BY xid, id LIMIT 5000) AS oldest
    WHERE (at < clock_timestamp() - interval '${KEPT_FOR}' OR id <= last_id - ${KEPT_ROWS} OR id <= too_much)
      AND (seen IS NULL OR pg_visible_in_snapshot(xid, seen))
  ), held AS (
    SELECT change.xid, change.id FROM coppice_realtime.change JOIN due USING (xid, id) FOR UPDATE OF change SKIP LOCKED
  ), gone AS (
    DELETE FROM coppice_realtime.change USING held
    WHERE change.xid = held.xid AND change.id = held.id RETURNING change.xid
  ) SELECT max(xid) INTO last FROM gone;
  -- A reader that has not come so far knows by this that it missed something. It grows with every trim, also where rows
  -- of a transaction go that was open while later ones were trimmed.
  UPDATE coppice_realtime.state SET trimmed_through =
    CASE WHEN last > trimmed_through THEN last ELSE (trimmed_through::text::numeric + 1)::text::xid8 END
  WHERE last IS NOT NULL RETURNING trimmed_through INTO last;
  RETURN last;
END`;
