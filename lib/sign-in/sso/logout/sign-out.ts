import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { deletedCookie } from "../../browser-cookie";
import type { UserContext } from "../../context";
import { recordSecurityEvent } from "../../events/record";
import { hostedPageAddress } from "../../pages/address";
import { SignInResult } from "../../result";
import { createSignOutHint } from "../../sessions/sign-out-hint";
import { providerSignOutUrl } from "./provider-url";

export const SignOutInput = z
  .object({
    callbackURL: z.string().max(2_048).optional().meta({
      description: "Where the hosted page that ends the browser's own session leads in the end.",
      example: "https://shop.example.com/api/auth/callback",
    }),
    state: z.string().max(512).optional().meta({ description: "Given back there.", example: "af0ifjsldkj" }),
  })
  .default({});
type SignOutInput = z.infer<typeof SignOutInput>;

export const SignedOut = z
  .object({
    success: z.literal(true),
    url: z.string().optional().meta({
      description:
        "With `callbackURL`: where an app's server sends the browser, to end the session that it has here too. The address works without a question for a minute.",
      example: "https://coppice.example/auth/p_4k9x2m7q1w8e5r3t6y0u/sign-out?redirect_to=…&hint=…",
    }),
    providerUrl: z.string().optional().meta({
      description:
        "Where the browser signs out at the company's identity provider that it signed in by, if it can. It comes back to `callbackURL`.",
      example: "https://idp.acme.example/slo?SAMLRequest=…",
    }),
  })
  .meta({ id: "SignedOut" });
type SignedOut = z.infer<typeof SignedOut>;

/** Ends the session. The caller of an app's server also learns where the browser ends its own. */
export async function signOut(ctx: UserContext, input: SignOutInput = {}): Promise<SignInResult<SignedOut>> {
  const { session } = ctx;
  const cookies = [deletedCookie("session")];
  if (session === null) return new SignInResult({ success: true }, { cookies });
  const { callbackURL, state } = input;
  await withTransaction(ctx, async (ctx) => {
    await ctx.db.session.deleteMany({ where: { id: session.id, projectId: ctx.project.id } });
    await recordSecurityEvent(ctx, { kind: "session.sign_out", outcome: "accepted", userId: session.user.id });
  });
  // The session has ended, regardless of the identity provider.
  const atProvider = await providerSignOutUrl(ctx, session, callbackURL);
  const providerUrl = atProvider === null ? {} : { providerUrl: atProvider };
  if (callbackURL === undefined) return new SignInResult({ success: true, ...providerUrl }, { cookies });
  const hint = createSignOutHint({ ...ctx, session });
  const query = new URLSearchParams({ redirect_to: callbackURL, ...(state !== undefined && { state }), hint });
  const url = `${hostedPageAddress(ctx, ctx.project.id, "sign-out")}?${query}`;
  return new SignInResult({ success: true, url, ...providerUrl }, { cookies });
}
