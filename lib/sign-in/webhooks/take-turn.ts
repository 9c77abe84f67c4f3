import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { attemptDelivery } from "./attempt";
import { claimDelivery, lostBefore } from "./claim";

/** An endpoint that answers slowly then leaves places to the project's others. */
const AT_ONCE = 4;

export interface DeliveryTurn {
  owner: string;
  since: Date;
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Claims the event that is due first, of a project that is not barred and an endpoint that has a place. A look costs as
 * much as there are endpoints with events, however many of those each has.
 */
export async function takeDeliveryTurn(ctx: Context, barred: readonly string[]): Promise<DeliveryTurn | null> {
  for (;;) {
    const due = await findDue(ctx, barred);
    if (due === null) return null;
    const delivery = await claimDelivery(ctx, due.id);
    // Another process has it, and there may be more.
    if (delivery === null) continue;
    return { owner: due.projectId, since: due.dueAt, run: (signal) => attemptDelivery(ctx, delivery, signal) };
  }
}

interface DueDelivery {
  id: string;
  projectId: string;
  dueAt: Date;
}

async function findDue(ctx: Context, barred: readonly string[]): Promise<DueDelivery | null> {
  const now = ctx.clock.now();
  const lost = lostBefore(now);
  const [due] = await ctx.db.$queryRaw<DueDelivery[]>(Prisma.sql`
    WITH RECURSIVE endpoint (id) AS (
      (SELECT endpoint_id FROM webhook_delivery WHERE status = 'pending' ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT (SELECT endpoint_id FROM webhook_delivery WHERE status = 'pending' AND endpoint_id > endpoint.id
        ORDER BY endpoint_id LIMIT 1)
      FROM endpoint WHERE endpoint.id IS NOT NULL
    )
    SELECT due.id, due.project_id AS "projectId", due.due_at AS "dueAt"
    FROM endpoint CROSS JOIN LATERAL (
      SELECT id, project_id, due_at FROM webhook_delivery
      WHERE endpoint_id = endpoint.id AND status = 'pending' AND due_at <= ${now}
        AND (claimed_at IS NULL OR claimed_at < ${lost})
      ORDER BY due_at LIMIT 1) AS due
    WHERE due.project_id <> ALL (${[...barred]}::text[])
      AND ${AT_ONCE} > (SELECT count(*) FROM webhook_delivery
        WHERE endpoint_id = endpoint.id AND status = 'pending' AND claimed_at IS NOT NULL AND claimed_at >= ${lost})
    ORDER BY due.due_at LIMIT 1`);
  return due ?? null;
}
