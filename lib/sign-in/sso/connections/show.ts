import type { Context } from "@/lib/core/context";
import { type ConnectionAddress, getConnection, READ_SSO } from "./address";
import { requireConnectionOwner } from "./authorise";
import { type SsoConnection, toSsoConnection } from "./resource";

export async function showSsoConnection(ctx: Context, address: ConnectionAddress): Promise<SsoConnection> {
  await requireConnectionOwner(ctx, address, READ_SSO);
  return toSsoConnection(ctx, await getConnection(ctx, address));
}
