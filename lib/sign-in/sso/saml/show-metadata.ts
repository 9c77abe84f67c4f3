import type { UserContext } from "../../context";
import { SignInError } from "../../errors";
import { SignInResult } from "../../result";
import { samlServiceProviderOf } from "./service-provider";

/** Returns the metadata that a connection's identity provider reads, also before the connection is enabled. */
export async function showSamlMetadata(
  ctx: UserContext,
  { connectionId: id }: { connectionId: string },
): Promise<SignInResult<null>> {
  const where = { id, projectId: ctx.project.id, protocol: "saml" };
  const row = await ctx.db.ssoConnection.findFirst({ where, omit: { privateKey: false, nextPrivateKey: false } });
  if (!row) throw new SignInError("PROVIDER_NOT_FOUND");
  const text = await ctx.signIn.saml.writeMetadata(samlServiceProviderOf(ctx, row));
  return new SignInResult(null, { text, headers: { "Content-Type": "application/samlmetadata+xml" } });
}
