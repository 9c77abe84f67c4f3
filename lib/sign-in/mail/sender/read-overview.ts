import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { getProjectInOrganisation } from "../../projects/in-organisation";
import { findMailProject } from "../brand";
import { nextCheckAfter } from "./check-all";
import { findSender } from "./find";
import { type SenderOverview, toSenderDomain } from "./resource";

/** Returns where a project's mails come from now, and its sender domain as last checked. */
export async function readSenderOverview(ctx: Context, address: ProjectAddress): Promise<SenderOverview> {
  const { organisationId, projectId } = address;
  requireMemberPermission(ctx, organisationId, "projects:read");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const { spfMechanism } = ctx.mail;
  const [project, row] = await Promise.all([
    findMailProject(ctx, projectId),
    ctx.db.senderDomain.findUnique({ where: { projectId } }),
  ]);
  const { from } = await findSender(ctx, projectId, project);
  return {
    from,
    domain: row && toSenderDomain(row, spfMechanism),
    nextCheckAt: nextCheckAfter(ctx.clock.now()).toISOString(),
    spfMechanism,
  };
}
