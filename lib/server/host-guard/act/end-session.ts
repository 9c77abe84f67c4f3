import { type CustomerProcess, isStill } from "../observe/processes";

/**
 * Ends one session as `pg_terminate_backend` does, but from outside, since that function too needs room in the lock
 * table. Never SIGKILL, which would restart the whole server. Returns whether the session was still there.
 */
export function endSession(session: CustomerProcess): boolean {
  if (!isStill(session)) return false;
  try {
    return process.kill(session.pid, "SIGTERM");
  } catch {
    return false;
  }
}
