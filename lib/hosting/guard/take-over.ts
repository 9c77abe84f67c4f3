import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import { GUARD_ACTS, type GuardEvent, type GuardReport, type GuardRestriction } from "@/lib/core/ports/host-guard";

/**
 * Stores a guard's entries since an event, and returns the events that are new. Each is taken over once: a process that
 * comes second finds that the host's last event is another one, and stores nothing.
 */
export async function takeOver(
  ctx: Context,
  { hostId, afterEventId }: { hostId: string; afterEventId: bigint },
  { beat, restrictions, events }: GuardReport,
): Promise<GuardEvent[]> {
  return withTransaction(ctx, async (tx) => {
    const seen = beat && { guardSeenAt: beat.at, guardVolumes: beat.volumes.map((volume) => ({ ...volume })) };
    const { count } = await tx.db.host.updateMany({
      where: { id: hostId, guardEventId: afterEventId },
      data: { guardEventId: events.at(-1)?.id ?? afterEventId, ...seen },
    });
    if (count === 0) return [];
    await writeRestrictions(tx, hostId, restrictions);
    // A guard of a later version may take actions that this one cannot tell of.
    const told = events.filter(({ act }) => GUARD_ACTS.some((known) => known === act));
    await storeEvents(tx, hostId, told);
    return told;
  });
}

/** Makes the restrictions of all databases of a host those that its guard holds now. */
async function writeRestrictions(tx: Context, hostId: string, restrictions: readonly GuardRestriction[]) {
  await tx.db.$executeRaw(Prisma.sql`
    update database d set restriction = now.state, restriction_rule = now.rule, restricted_at = now.since,
      restricted_until = now.until
    from database b left join jsonb_to_recordset(${JSON.stringify(restrictions)}::jsonb) as now("databaseId" text,
      state text, rule text, since timestamptz(3), until timestamptz(3)) on now."databaseId" = b.id
    where d.id = b.id and d.host_id = ${hostId}
      and (d.restriction, d.restriction_rule, d.restricted_at, d.restricted_until)
        is distinct from (now.state, now.rule, now.since, now.until)`);
}

async function storeEvents(tx: Context, hostId: string, events: readonly GuardEvent[]): Promise<void> {
  if (events.length === 0) return;
  const named = events.flatMap(({ databaseId }) => databaseId ?? []);
  // The lock keeps a database from being deleted meanwhile. An event of a copy, or of another host's, names none.
  const known = await tx.db.$queryRaw<{ id: string }[]>(Prisma.sql`
    select id from database where id = any (${named}) and host_id = ${hostId} for key share`);
  const ids = new Set(known.map(({ id }) => id));
  await tx.db.hostEvent.createMany({
    data: events.map(({ id, at, rule, act, databaseId, measured }) => ({
      ...{ id: createId("hostEvent", tx.random), hostId, guardId: id, at, rule, act },
      databaseId: databaseId !== null && ids.has(databaseId) ? databaseId : null,
      measured: measured as Prisma.InputJsonObject,
    })),
  });
  const counts = [...Map.groupBy(events, ({ rule, act }) => `${rule} ${act}`).values()].map((group) => ({
    ...{ rule: group[0]?.rule, act: group[0]?.act, events: group.length },
  }));
  await tx.db.$executeRaw(Prisma.sql`
    insert into host_event_total as t (host_id, rule, act, events)
    select ${hostId}, c.rule, c.act, c.events
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c(rule text, act text, events int)
    on conflict (host_id, rule, act) do update set events = t.events + excluded.events`);
}
