import type { Context } from "@/lib/core/context";
import { requireProject } from "../../project-keys/authorise";
import { type ConnectionAddress, getConnection, READ_SSO } from "./address";
import { type SsoConnection, toSsoConnection } from "./resource";

export async function showSsoConnection(ctx: Context, address: ConnectionAddress): Promise<SsoConnection> {
  await requireProject(ctx, address.projectId, READ_SSO);
  return toSsoConnection(ctx, await getConnection(ctx, address));
}
