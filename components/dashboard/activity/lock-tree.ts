import type { ListedSession } from "@/lib/sql/activity/resource";

export interface LockNode {
  pid: number;
  /** `null` for a process that is no session of the database, such as one of the server's own. */
  session: ListedSession | null;
  /** The sessions that wait for it. */
  waiting: LockNode[];
}

/** Returns who blocks whom: at the top those who wait for no one, below each those who wait for it. */
export function lockTree(sessions: readonly ListedSession[]): LockNode[] {
  const byPid = new Map(sessions.map((session) => [session.pid, session]));
  const blockers = new Set(sessions.flatMap(({ blockedBy }) => blockedBy));
  const seen = new Set<number>();
  const nodeOf = (pid: number): LockNode => {
    seen.add(pid);
    const waiting = sessions.filter((session) => session.blockedBy.includes(pid) && !seen.has(session.pid));
    return { pid, session: byPid.get(pid) ?? null, waiting: waiting.map((session) => nodeOf(session.pid)) };
  };
  const isFree = (pid: number) => (byPid.get(pid)?.blockedBy.length ?? 0) === 0;
  const roots = [...blockers].filter(isFree).map(nodeOf);
  // Those who wait for each other have no one at the top, until the server ends one of them.
  const rest = [...blockers].filter((pid) => !seen.has(pid)).flatMap((pid) => (seen.has(pid) ? [] : [nodeOf(pid)]));
  return [...roots, ...rest];
}
