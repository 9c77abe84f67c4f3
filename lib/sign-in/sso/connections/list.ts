import type { Context } from "@/lib/core/context";
import { requireProject } from "../../project-keys/authorise";
import { READ_SSO } from "./address";
import { type SsoConnection, toSsoConnection, WITH_DOMAINS } from "./resource";

/** Returns a project's connections, oldest first. There are so few that they are one page. */
export async function listSsoConnections(
  ctx: Context,
  { projectId }: { projectId: string },
): Promise<{ items: SsoConnection[] }> {
  await requireProject(ctx, projectId, READ_SSO);
  const rows = await ctx.db.ssoConnection.findMany({
    where: { projectId },
    include: WITH_DOMAINS,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return { items: rows.map((row) => toSsoConnection(ctx, row)) };
}
