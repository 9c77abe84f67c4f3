import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { getProjectInOrganisation } from "../../projects/in-organisation";
import { type SenderDomain, senderDomainNotFound, toSenderDomain } from "./resource";

/** Returns a project's sender domain as last checked. Throws `not_found` where it has none. */
export async function getSenderDomain(ctx: Context, address: ProjectAddress): Promise<SenderDomain> {
  const { organisationId, projectId } = address;
  requireMemberPermission(ctx, organisationId, "projects:read");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const row = await ctx.db.senderDomain.findUnique({ where: { projectId } });
  if (!row) throw senderDomainNotFound();
  return toSenderDomain(row, ctx.mail.spfMechanism);
}
