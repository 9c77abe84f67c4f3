import { hashSecretText } from "@/lib/core/crypto/secret-text";
import type { UserContext } from "../../context";
import { SignInError } from "../../errors";
import type { ConnectionAddress } from "../connections/address";
import { type ConnectionRow, WITH_DOMAINS } from "../connections/resource";

/** A browser that sets a connection up, and a context whose actor may change that connection alone. */
export interface CurrentSetUp {
  ctx: UserContext;
  linkId: string;
  address: ConnectionAddress;
  connection: ConnectionRow;
}

/** Returns the connection that this browser sets up in the project; `null` without a link that still works. */
export async function findSetUp(ctx: UserContext): Promise<CurrentSetUp | null> {
  const secret = ctx.cookie("sso-set-up");
  if (secret === null) return null;
  const projectId = ctx.project.id;
  const link = await ctx.db.ssoSetUpLink.findFirst({
    where: { projectId, cookieHash: hashSecretText(secret), expiresAt: { gt: ctx.clock.now() } },
    include: { connection: { include: WITH_DOMAINS } },
  });
  if (!link || link.connection.projectId !== projectId) return null;
  const { connectionId } = link;
  const address = { projectId, connectionId, ofOrganisation: link.connection.organisationId };
  return {
    ctx: { ...ctx, actor: { kind: "sso-set-up", id: link.id, projectId, connectionId } },
    linkId: link.id,
    address,
    connection: link.connection,
  };
}

/** Throws `INVALID_TOKEN` without a link that still works. */
export async function requireSetUp(ctx: UserContext): Promise<CurrentSetUp> {
  const found = await findSetUp(ctx);
  if (!found) throw new SignInError("INVALID_TOKEN");
  return found;
}
