import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { requireProject } from "../../project-keys/authorise";
import { type ConnectionAddress, getConnection, READ_SSO } from "../../sso/connections/address";

const ScimRefusal = z.object({
  id: z.string().meta({ example: "scr_4k9x2m7q1w8e5r3t6y0u" }),
  operation: z.string().meta({ example: "createScimUser" }),
  path: z.string().meta({ example: "/scim/v2/Users" }),
  code: z.string().meta({ example: "foreign_email_domain" }),
  message: z.string().meta({ example: "The connection hasn't verified the domain other.example." }),
  requestId: z.string().meta({ example: "req_4k9x2m7q1w8e5r3t6y0u" }),
  createdAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
});

export const ScimRefusalList = z.object({ items: z.array(ScimRefusal) }).meta({ id: "ScimRefusalList" });
export type ScimRefusalList = z.infer<typeof ScimRefusalList>;

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
