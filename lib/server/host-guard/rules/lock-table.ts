import { byDatabase, greatest, sum } from "../observe/by-database";
import type { Rule, Verdict } from "../observe/snapshot";

/** The part of the lock table that one database may fill: a dump of 70,000 tables fits at 300 connections. */
const DATABASE_SHARE = 0.25;
const FULL_SHARE = 0.6;

/**
 * Ends the session with the most locks of a database that fills a quarter of the lock table, and of the cluster when it
 * is more than half full. Where the server does not even list its locks, the most memory tells: a session keeps a note
 * of each of its locks.
 */
export const lockTable: Rule = ({ sessions, lockCapacity, isLockTableFull }) => {
  if (isLockTableFull) {
    const session = greatest(sessions, ({ anonymousBytes }) => anonymousBytes);
    return session ? [{ rule: "lock-table", session, measured: { memoryBytes: session.anonymousBytes } }] : [];
  }
  const groups = [...byDatabase(sessions).values()].filter(
    (group) => sum(group, locksOf) > DATABASE_SHARE * lockCapacity,
  );
  if (groups.length === 0 && sum(sessions, locksOf) > FULL_SHARE * lockCapacity) groups.push([...sessions]);
  return groups.flatMap((group): Verdict[] => {
    const session = greatest(group, locksOf);
    return session ? [{ rule: "lock-table", session, measured: { locks: session.locks, capacity: lockCapacity } }] : [];
  });
};

const locksOf = ({ locks }: { locks: number }) => locks;
