import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";

/** Returns the id of the host with this id or name. Throws `not_found`. */
export async function findHostId(ctx: Context, idOrName: string): Promise<string> {
  requireOperator(ctx);
  const where = { OR: [{ id: idOrName }, { name: idOrName }] };
  const row = await ctx.db.host.findFirst({ where, select: { id: true } });
  if (!row) throw new ServiceError("not_found", `No host has the ID or name "${idOrName}".`);
  return row.id;
}

export function hostNotFound(): ServiceError {
  return new ServiceError("not_found", "Host not found.");
}
