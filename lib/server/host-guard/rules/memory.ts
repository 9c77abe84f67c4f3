import { byDatabase, greatest, sum } from "../observe/by-database";
import type { Rule, Verdict } from "../observe/snapshot";

/** The part of the machine's memory that one database's sessions may hold. */
const DATABASE_SHARE = 0.25;
/** With less than this part available the kernel soon ends a process of its own choice, and the server with it. */
const LEAST_AVAILABLE_SHARE = 0.08;
/** A session below this does not fill the machine. */
const NOTABLE_BYTES = 64 * 1024 ** 2;

/** Ends the largest session of a database that holds too much memory, and of the cluster when the machine runs out. */
export const memory: Rule = ({ sessions, memory: { totalBytes, availableBytes } }) => {
  const groups = [...byDatabase(sessions).values()].filter(
    (group) => sum(group, bytesOf) > DATABASE_SHARE * totalBytes,
  );
  if (groups.length === 0 && availableBytes < LEAST_AVAILABLE_SHARE * totalBytes) groups.push([...sessions]);
  return groups.flatMap((group): Verdict[] => {
    const session = greatest(group, bytesOf);
    if (!session || bytesOf(session) < NOTABLE_BYTES) return [];
    return [{ rule: "memory", session, measured: { bytes: bytesOf(session), totalBytes, availableBytes } }];
  });
};

const bytesOf = ({ anonymousBytes }: { anonymousBytes: number }) => anonymousBytes;
