import type { UserContext } from "../../context";
import { isTrustedAddress } from "../../flow/callback-addresses";
import { leadOn } from "../../flow/lead-on";
import { hostedPageAddress } from "../../pages/address";
import { SignInResult } from "../../result";

/** Leads a browser that comes from a sign-out elsewhere to an address of the project's, and nowhere else. */
export function onward(ctx: UserContext, address: string | undefined): SignInResult<null> {
  const isTrusted = address !== undefined && isTrustedAddress(address, ctx.project, ctx.baseUrl);
  return new SignInResult(
    null,
    leadOn(ctx, isTrusted ? address : hostedPageAddress(ctx, ctx.project.id, "signed-out")),
  );
}
