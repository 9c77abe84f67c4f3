import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type Organisation, toOrganisation } from "./resource";

export async function listOrganisations(ctx: Context): Promise<Organisation[]> {
  requireOperator(ctx);
  const rows = await ctx.db.organisation.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  return rows.map(toOrganisation);
}
