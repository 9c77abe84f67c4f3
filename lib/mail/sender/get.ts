import type { Context } from "@/lib/context";
import { requireMemberPermission } from "@/lib/members/authorise";
import type { ProjectAddress } from "@/lib/projects/find";
import { getProjectInOrganisation } from "@/lib/projects/internal";
import { type SenderDomain, senderDomainNotFound, toSenderDomain } from "./resource";

/** A project's sender domain as it was last checked. Throws `not_found` where it has none. */
export async function getSenderDomain(ctx: Context, address: ProjectAddress): Promise<SenderDomain> {
  const { organisationId, projectId } = address;
  requireMemberPermission(ctx, organisationId, "projects:read");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const row = await ctx.db.senderDomain.findUnique({ where: { projectId } });
  if (!row) throw senderDomainNotFound();
  return toSenderDomain(row, ctx.mail.spfMechanism);
}
