import { ServiceError } from "@/lib/core/errors";
import type { UserContext } from "../../context";
import { hostedPageAddress } from "../../pages/address";
import { SignInResult } from "../../result";
import { startSsoTrial } from "../trial/start";
import { findSetUp } from "./current";

/**
 * Leads the browser of a set-up to the identity provider. A link of another site brings no cookie of the set-up, so it
 * starts nothing. Without a set-up, or before an identity provider is set, it leads back to the page, which says so.
 */
export async function trySetUp(ctx: UserContext): Promise<SignInResult<null>> {
  const page = hostedPageAddress(ctx, ctx.project.id, "sso-set-up");
  const current = await findSetUp(ctx);
  if (!current) return new SignInResult(null, { redirect: page });
  const trier = { kind: "set-up", linkId: current.linkId } as const;
  try {
    const { redirect, cookie } = await startSsoTrial(current.ctx, { ...current.address, trier });
    return new SignInResult(null, { redirect, cookies: cookie ? [cookie] : [] });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "conflict") throw error;
    return new SignInResult(null, { redirect: page });
  }
}
