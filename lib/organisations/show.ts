import type { Context } from "@/lib/context";
import { VISIBLE } from "@/lib/databases/internal";
import { organisationNotFound, requireMemberPermission } from "@/lib/members/authorise";
import { isPlan, PLANS } from "@/lib/plans";
import { type Organisation, toOrganisation } from "./resource";

interface Usage {
  used: number;
  limit: number;
}

export interface OrganisationDetails extends Organisation {
  usage: { databases: Usage; branches: Usage };
  members: number;
  activeKeys: number;
}

/** An organisation and what it uses of its plan. */
export async function showOrganisation(ctx: Context, input: { organisationId: string }): Promise<OrganisationDetails> {
  requireMemberPermission(ctx, input.organisationId, "databases:read");
  const { organisationId } = input;
  const row = await ctx.db.organisation.findUnique({ where: { id: organisationId } });
  if (!row) throw organisationNotFound();
  const now = ctx.clock.now();
  const databases = await ctx.db.database.count({ where: { organisationId, ...VISIBLE, parentDatabaseId: null } });
  const branches = await ctx.db.database.count({
    where: { organisationId, ...VISIBLE, parentDatabaseId: { not: null } },
  });
  const members = await ctx.db.member.count({ where: { organisationId } });
  const activeKeys = await ctx.db.managementKey.count({
    where: { organisationId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  });
  const limits = PLANS[isPlan(row.plan) ? row.plan : "free"];
  return {
    ...toOrganisation(row),
    usage: {
      databases: { used: databases, limit: limits.databases },
      branches: { used: branches, limit: limits.branches },
    },
    members,
    activeKeys,
  };
}
