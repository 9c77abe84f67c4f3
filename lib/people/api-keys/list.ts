import { organisationNotFound, requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { WITH_PERSON } from "@/lib/people/members/resource";
import { type ManagementKey, toManagementKey } from "./resource";

/** Returns every key of an organisation, newest first, including revoked ones, but never a secret. */
export async function listKeys(ctx: Context, input: { organisationId: string }): Promise<ManagementKey[]> {
  requireMemberPermission(ctx, input.organisationId, "keys:write");
  const organisation = await ctx.db.organisation.findUnique({
    where: { id: input.organisationId },
    select: {
      keys: {
        orderBy: [{ createdAt: "desc" }, { id: "asc" }],
        include: { member: { select: WITH_PERSON } },
      },
    },
  });
  if (!organisation) throw organisationNotFound();
  const now = ctx.clock.now();
  return organisation.keys.map((row) => toManagementKey(row, now));
}
