/** The lock that a reader holds alone while writers are to wake it, and the channel on which they do. */
export const QUIET_LOCK = "hashtextextended('coppice_realtime.quiet', 0)";
export const QUIET_CHANNEL = "coppice_realtime";

/**
 * The lock lasts as long as the writing transaction: a reader that gets it alone knows that none is on its way. A queue
 * that a neighbour has filled would fail the commit; the reader then finds the change when it looks by itself.
 */
export const WAKE = `IF NOT pg_try_advisory_xact_lock_shared(${QUIET_LOCK}) AND pg_notification_queue_usage() < 0.5 THEN
    PERFORM pg_notify('${QUIET_CHANNEL}', '');
  END IF;`;
