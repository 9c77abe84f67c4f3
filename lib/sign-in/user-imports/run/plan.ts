import { createId } from "@/lib/core/ids";
import type { Random } from "@/lib/core/ports/random";
import type { ImportedUser } from "../imported-user";
import { accountKey, type Known, matchOf } from "./find-known";
import type { Judged } from "./judge";
import { keysOf, type SeenUsers } from "./seen";

/** A user to be written. */
export interface PlannedUser {
  userId: string;
  isNew: boolean;
  user: ImportedUser;
}

export interface Plan {
  users: PlannedUser[];
  skipped: number;
  /** Records of users whom an earlier record of the part creates: they are planned once that is written. */
  later: Judged[];
}

type Rule = "skip" | "update" | "fail";

interface Planning {
  existing: string;
  known: Known;
  seen: SeenUsers | null;
  random: Random;
}

/** Decides the fate of each record, and sets the `problem` of those that are refused. */
export function planRecords(records: readonly Judged[], { existing, known, seen, random }: Planning): Plan {
  const plan: Plan = { users: [], skipped: 0, later: [] };
  const lines = new Map<string, number>();
  for (const record of records) {
    const { user, line } = record;
    if (user === null) continue;
    const keys = keysOf(user);
    const earlier = keys.map((key) => lines.get(key)).find((found) => found !== undefined);
    const match = matchOf(known, user);
    // A line that only adds to a user, such as an account at a provider, goes by no rule.
    const rule: Rule = user.email ? (existing as Rule) : "update";
    const isThere = match !== null || earlier !== undefined || (seen?.has(user) ?? false);
    if (isThere && rule === "skip") plan.skipped += 1;
    else if (isThere && rule === "fail") record.problem = takenBy(earlier);
    else if (earlier !== undefined && seen === null) plan.later.push(record);
    else {
      record.problem = isThere || user.email ? problemOf(user, match, known) : NO_ADDRESS;
      if (record.problem) continue;
      for (const key of keys) lines.set(key, line);
      seen?.add(user);
      const keptId = user.id && !known.takenIds.has(user.id) ? user.id : createId("user", random);
      const userId = match?.id ?? keptId;
      for (const { providerId, providerAccountId: accountId } of user.accounts) {
        known.accounts.set(accountKey({ providerId, accountId }), userId);
      }
      plan.users.push({ userId, isNew: !isThere, user });
    }
  }
  return plan;
}

const NO_ADDRESS = { field: "email", message: "is missing, and the project has no user with this ID yet" };

function takenBy(line: number | undefined) {
  const message = line === undefined ? "the project already has this user" : `is the address or ID of line ${line} too`;
  return { field: "email", message };
}

function problemOf(user: ImportedUser, match: { id: string; email: string } | null, known: Known) {
  const holder = user.email ? known.byEmail.get(user.email) : undefined;
  if (match && holder && holder.id !== match.id) return { field: "email", message: "is that of another user" };
  const isTaken = user.accounts.some(({ providerId, providerAccountId: accountId }) => {
    const owner = known.accounts.get(accountKey({ providerId, accountId }));
    return owner !== undefined && owner !== match?.id;
  });
  return isTaken ? { field: "accounts", message: "one of them is that of another user" } : null;
}
