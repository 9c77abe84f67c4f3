import { organisationNotFound, requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { planLimits } from "@/lib/core/plans";
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

/** Returns an organisation and its use of its plan. */
export async function showOrganisation(ctx: Context, input: { organisationId: string }): Promise<OrganisationDetails> {
  requireMemberPermission(ctx, input.organisationId, "databases:read");
  const { organisationId } = input;
  const [row, [count]] = await Promise.all([
    ctx.db.organisation.findUnique({ where: { id: organisationId } }),
    countAll(ctx, organisationId),
  ]);
  if (!row || !count) throw organisationNotFound();
  const limits = planLimits(row.plan);
  return {
    ...toOrganisation(row),
    usage: {
      databases: { used: count.databases, limit: limits.databases },
      branches: { used: count.branches, limit: limits.branches },
    },
    members: count.members,
    activeKeys: count.keys,
  };
}

/** Counts everything in one statement, since pages wait for it. */
function countAll(ctx: Context, organisationId: string) {
  return ctx.db.$queryRaw<{ databases: number; branches: number; members: number; keys: number }[]>`
    select count(*) filter (where parent_database_id is null)::int as databases,
      count(parent_database_id)::int as branches,
      (select count(*)::int from member where organisation_id = ${organisationId}) as members,
      (select count(*)::int from management_key where organisation_id = ${organisationId} and revoked_at is null
        and (expires_at is null or expires_at > ${ctx.clock.now()}::timestamptz)) as keys
    from database where organisation_id = ${organisationId} and status <> 'deleting'`;
}
