import { VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { databaseNotFound } from "@/lib/core/not-found";
import { byteLimitsOf } from "@/lib/core/plans";
import type { Restriction } from "./resource";

/** Returns the guard's restriction of a database; `null` for none. Throws `database_not_found`. */
export async function getRestriction(ctx: Context, input: { databaseId: string }): Promise<Restriction | null> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const row = await ctx.db.database.findFirst({
    where: { id: input.databaseId, organisationId, ...VISIBLE },
    select: { restriction: true, restrictionRule: true, restrictedAt: true, restrictedUntil: true },
  });
  if (!row) throw databaseNotFound();
  const { restriction, restrictionRule, restrictedAt, restrictedUntil } = row;
  if (restriction === null || restrictionRule === null || restrictedAt === null) return null;
  const organisation = await ctx.db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { plan: true, databaseBytes: true, keptBytes: true },
  });
  return {
    state: restriction === "closed" ? "closed" : "read_only",
    rule: restrictionRule,
    since: restrictedAt.toISOString(),
    until: restrictedUntil?.toISOString() ?? null,
    limitBytes: Number(byteLimitsOf(organisation).databaseBytes),
  };
}
