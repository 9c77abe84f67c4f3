import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";

/** Finds an organisation by id or exact name. Throws `not_found` also when several have the name. */
export async function findOrganisationId(ctx: Context, idOrName: string): Promise<string> {
  requireOperator(ctx);
  const rows = await ctx.db.organisation.findMany({
    where: isId("organisation", idOrName) ? { id: idOrName } : { name: idOrName },
    select: { id: true },
    orderBy: { id: "asc" },
    take: 10,
  });
  const [first, ...others] = rows;
  if (!first) throw new ServiceError("not_found", `No organisation has the ID or name "${idOrName}".`);
  if (others.length > 0) {
    const ids = rows.map((row) => row.id).join(", ");
    throw new ServiceError("not_found", `Several organisations are named "${idOrName}". Use an ID: ${ids}.`);
  }
  return first.id;
}
