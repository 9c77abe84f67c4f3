import { byDatabase, greatest, sum } from "../observe/by-database";
import type { Rule, Verdict } from "../observe/snapshot";

/** Twice the space that one session may have by `temp_file_limit`, for all sessions of a database together. */
const DATABASE_BYTES = 2 * 1024 ** 3;

/** Ends the session with the most temporary files of a database whose sessions hold too much together. */
export const temporarySpace: Rule = ({ sessions, temporaryBytes }) => {
  const bytesOf = ({ pid }: { pid: number }) => temporaryBytes.get(pid) ?? 0;
  return [...byDatabase(sessions).values()].flatMap((group): Verdict[] => {
    const bytes = sum(group, bytesOf);
    const session = bytes > DATABASE_BYTES ? greatest(group, bytesOf) : null;
    return session ? [{ rule: "temporary-space", session, measured: { bytes, ofSession: bytesOf(session) } }] : [];
  });
};
