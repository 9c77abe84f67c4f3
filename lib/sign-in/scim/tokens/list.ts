import type { Context } from "@/lib/core/context";
import { requireProject } from "../../project-keys/authorise";
import { type ConnectionAddress, getConnection, READ_SSO } from "../../sso/connections/address";
import { type ScimTokenList, scimBaseUrl, toScimToken } from "./resource";

const MOST = 50;

/** Returns the newest tokens of a connection. Throws `sso_connection_not_found`. */
export async function listScimTokens(ctx: Context, address: ConnectionAddress): Promise<ScimTokenList> {
  await requireProject(ctx, address.projectId, READ_SSO);
  await getConnection(ctx, address);
  const { projectId, connectionId } = address;
  const rows = await ctx.db.scimToken.findMany({
    where: { projectId, connectionId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MOST,
  });
  const now = ctx.clock.now();
  return { items: rows.map((row) => toScimToken(row, now)), baseUrl: scimBaseUrl(ctx) };
}
