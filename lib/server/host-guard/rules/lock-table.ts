import { functionRoleOf } from "@/lib/core/ids";
import { byDatabase, greatest, sum } from "../observe/by-database";
import type { CustomerSession } from "../observe/sessions";
import type { Rule, Verdict } from "../observe/snapshot";

/** The part of the lock table that one database may fill: a dump of 70,000 tables fits at 300 connections. */
const DATABASE_SHARE = 0.25;
/** The part that the functions of one database may fill, so that they leave room to its app. */
const FUNCTIONS_SHARE = 0.1;
const FULL_SHARE = 0.6;

/**
 * Ends the session with the most locks of a database that fills a quarter of the lock table, of a database's functions
 * that fill a tenth, and of the cluster when it is more than half full. If the server doesn't even list its locks, the
 * most memory tells: a session keeps a note of each of its locks.
 */
export const lockTable: Rule = ({ sessions, lockCapacity, isLockTableFull }) => {
  if (isLockTableFull) {
    const session = greatest(sessions, ({ anonymousBytes }) => anonymousBytes);
    return session ? [{ rule: "lock-table", session, measured: { memoryBytes: session.anonymousBytes } }] : [];
  }
  const holding = (those: readonly CustomerSession[], share: number) =>
    [...byDatabase(those).values()].filter((group) => sum(group, locksOf) > share * lockCapacity);
  const groups = [...holding(sessions, DATABASE_SHARE), ...holding(sessions.filter(isOfFunction), FUNCTIONS_SHARE)];
  if (groups.length === 0 && sum(sessions, locksOf) > FULL_SHARE * lockCapacity) groups.push([...sessions]);
  return groups.flatMap((group): Verdict[] => {
    const session = greatest(group, locksOf);
    return session ? [{ rule: "lock-table", session, measured: { locks: session.locks, capacity: lockCapacity } }] : [];
  });
};

const isOfFunction = ({ roleName, databaseId }: CustomerSession) => roleName === functionRoleOf(databaseId);
const locksOf = ({ locks }: { locks: number }) => locks;
