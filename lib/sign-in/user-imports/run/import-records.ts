import type { Context } from "@/lib/core/context";
import { findKnown } from "./find-known";
import type { Judged } from "./judge";
import { planRecords } from "./plan";
import type { SeenUsers } from "./seen";
import { writeCredentials } from "./write-credentials";
import { writeUsers } from "./write-users";

interface Rule {
  projectId: string;
  existing: string;
  sendsEvents: boolean;
}

export interface PartCounts {
  created: number;
  updated: number;
  skipped: number;
  refused: number;
}

/** Imports the users of a part, or only counts them where a check has `seen` those before. */
export async function importRecords(
  tx: Context,
  rule: Rule,
  judged: readonly Judged[],
  seen: SeenUsers | null,
): Promise<PartCounts> {
  const counts: PartCounts = { created: 0, updated: 0, skipped: 0, refused: 0 };
  if (!rule.sendsEvents) await tx.db.$executeRaw`select set_config('coppice.webhooks', 'off', true)`;
  let rest: readonly Judged[] = judged;
  while (rest.length > 0) {
    const users = rest.flatMap(({ user }) => user ?? []);
    const known = await findKnown(tx, rule.projectId, users);
    const plan = planRecords(rest, { existing: rule.existing, known, seen, random: tx.random });
    if (seen === null) {
      await writeUsers(tx, rule.projectId, plan.users);
      await writeCredentials(tx, rule.projectId, plan.users);
    }
    const created = plan.users.filter(({ isNew }) => isNew).length;
    counts.created += created;
    counts.updated += plan.users.length - created;
    counts.skipped += plan.skipped;
    rest = plan.later;
  }
  counts.refused = judged.filter(({ problem }) => problem !== null).length;
  return counts;
}
