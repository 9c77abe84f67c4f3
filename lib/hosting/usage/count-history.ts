import { organisationNotFound, requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { AuditAction } from "@/lib/core/audit/resource";
import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";

/** The number of days of a chart of usage; samples are kept as long. */
export const HISTORY_DAYS = 30;
export const DAY_MS = 86_400_000;

const COUNTED = ["databases", "branches", "members"] as const;
type Counted = (typeof COUNTED)[number];

/** The count at the end of each day, oldest first, the last one now; `null` before there was the organisation. */
export type CountHistory = Record<Counted, (number | null)[]>;

const ADDING: AuditAction[] = [
  "database.create",
  "database.branch",
  "restore_point.branch",
  "member.add",
  "invitation.accept",
];
const REMOVING: AuditAction[] = ["database.delete", "member.remove", "member.leave"];

/**
 * Returns how many there were on each day: the numbers of now, and backwards from them the entries of the audit log.
 */
export async function readCountHistory(
  ctx: Context,
  { organisationId, now: counts }: { organisationId: string; now: Record<Counted, number> },
): Promise<CountHistory> {
  requireMemberPermission(ctx, organisationId, "databases:read");
  const until = ctx.clock.now().getTime();
  const from = new Date(until - HISTORY_DAYS * DAY_MS);
  const [organisation, changes] = await Promise.all([
    ctx.db.organisation.findUnique({ where: { id: organisationId }, select: { createdAt: true } }),
    readChanges(ctx, organisationId, from),
  ]);
  if (!organisation) throw organisationNotFound();
  const changeOf = new Map(changes.map(({ kind, day, change }) => [`${kind} ${day}`, change]));
  const walk = (kind: Counted) => {
    const points: (number | null)[] = [];
    let count = counts[kind];
    for (let day = HISTORY_DAYS - 1; day >= 0; day -= 1) {
      const end = from.getTime() + (day + 1) * DAY_MS;
      points.unshift(end < organisation.createdAt.getTime() ? null : Math.max(0, count));
      count -= changeOf.get(`${kind} ${day}`) ?? 0;
    }
    return points;
  };
  return { databases: walk("databases"), branches: walk("branches"), members: walk("members") };
}

/**
 * Returns by how much each count changed on each day. A deleted database was a branch unless it was created as none.
 */
function readChanges(ctx: Context, organisationId: string, from: Date) {
  return ctx.db.$queryRaw<{ kind: Counted; day: number; change: number }[]>(Prisma.sql`
    with event as (
      select floor(extract(epoch from created_at - ${from}::timestamptz) / 86400)::int as day,
        case when action = any (${REMOVING}) then -1 else 1 end as change,
        case when action like 'member.%' or action = 'invitation.accept' then 'members'
          when action = 'database.create' or action = 'database.delete' and exists (
            select from audit_event made where made.target_id = event.target_id and made.action = 'database.create'
          ) then 'databases'
          else 'branches' end as kind
      from audit_event event
      where organisation_id = ${organisationId} and created_at > ${from}::timestamptz
        and action = any (${[...ADDING, ...REMOVING]})
    )
    select kind, day, sum(change)::int as change from event group by kind, day`);
}
