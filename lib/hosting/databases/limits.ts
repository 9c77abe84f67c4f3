import { VISIBLE } from "@/lib/core/access/databases";
import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { ServiceError } from "@/lib/core/errors";
import { isPlan, planLimits } from "@/lib/core/plans";

/** Returns the organisation, its row locked so that no two requests take the last place. Throws `limit_reached`. */
export async function requireQuota(ctx: Context, organisationId: string, kind: "databases" | "branches") {
  const rows = await ctx.db.$queryRaw<{ plan: string; hostKind: string }[]>(
    Prisma.sql`SELECT plan, host_kind AS "hostKind" FROM organisation WHERE id = ${organisationId} FOR NO KEY UPDATE`,
  );
  const organisation = rows[0];
  if (!organisation || !isPlan(organisation.plan)) throw new TypeError("the organisation has no known plan");
  const limit = planLimits(organisation.plan)[kind];
  const used = await ctx.db.database.count({
    where: { organisationId, ...VISIBLE, parentDatabaseId: kind === "branches" ? { not: null } : null },
  });
  if (used >= limit) {
    throw new ServiceError(
      "limit_reached",
      `The ${organisation.plan} plan allows ${limit} ${kind}, and all are in use.`,
    );
  }
  return organisation;
}

/** Throws `name_taken` for the name of another database or branch; the name of a deleted one is free again. */
export async function requireFreeName(ctx: Context, organisationId: string, name: string): Promise<void> {
  const taken = await ctx.db.database.findFirst({ where: { organisationId, name, ...VISIBLE }, select: { id: true } });
  if (taken) throw nameTaken(name);
}

export function nameTaken(name: string): ServiceError {
  return new ServiceError("name_taken", `A database named ${JSON.stringify(name)} already exists.`);
}
