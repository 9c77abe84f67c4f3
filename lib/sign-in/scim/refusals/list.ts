import type { Context } from "@/lib/core/context";
import { requireProject } from "../../project-keys/authorise";
import { type ConnectionAddress, getConnection, READ_SSO } from "../../sso/connections/address";
import type { ScimRefusalList } from "./resource";

/** Returns the newest refused requests of a connection's directory. Throws `sso_connection_not_found`. */
export async function listScimRefusals(ctx: Context, address: ConnectionAddress): Promise<ScimRefusalList> {
  await requireProject(ctx, address.projectId, READ_SSO);
  await getConnection(ctx, address);
  const { projectId, connectionId } = address;
  const rows = await ctx.db.scimRefusal.findMany({
    where: { projectId, connectionId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return {
    items: rows.map(({ id, operation, path, code, message, requestId, createdAt }) => ({
      ...{ id, operation, path, code, message, requestId },
      createdAt: createdAt.toISOString(),
    })),
  };
}
