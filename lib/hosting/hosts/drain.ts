import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { hostNotFound } from "./find";
import { type HOST_STATUSES, type Host, toHost } from "./resource";

interface DrainHostInput {
  hostId: string;
  /** `draining` takes the host out of placement, `active` puts it back. */
  status: (typeof HOST_STATUSES)[number];
}

/** Stops the placement of new databases on a host, or resumes it. Its databases stay and work. */
export async function drainHost(ctx: Context, input: DrainHostInput): Promise<Host> {
  requireOperator(ctx);
  return withTransaction(ctx, async (tx) => {
    const [row] = await tx.db.host.updateManyAndReturn({
      where: { id: input.hostId },
      data: { status: input.status },
    });
    if (!row) throw hostNotFound();
    await recordAudit(tx, {
      organisationId: null,
      action: "host.drain",
      targetId: row.id,
      data: { name: row.name, status: row.status },
    });
    return toHost(row);
  });
}
