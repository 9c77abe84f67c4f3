import type { Context } from "@/lib/core/context";
import { READ_SSO } from "./address";
import { type ConnectionOwner, requireConnectionOwner } from "./authorise";
import { type SsoConnection, toSsoConnection, WITH_DOMAINS } from "./resource";

/** Returns a project's or an organisation's connections, oldest first. There are so few that they are one page. */
export async function listSsoConnections(
  ctx: Context,
  { projectId, ofOrganisation: organisationId = null }: ConnectionOwner,
): Promise<{ items: SsoConnection[] }> {
  await requireConnectionOwner(ctx, { projectId, ofOrganisation: organisationId }, READ_SSO);
  const rows = await ctx.db.ssoConnection.findMany({
    where: { projectId, organisationId },
    include: WITH_DOMAINS,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return { items: rows.map((row) => toSsoConnection(ctx, row)) };
}
