import { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { onwardQuery } from "@/lib/sign-in/flow/onward";
import { AcceptUserInvitationInput, acceptUserInvitation } from "@/lib/sign-in/user-invitations/accept";
import { afterFirstFactor } from "./fields";
import type { NextPage } from "./next-page";

export const JoinForm = AcceptUserInvitationInput.extend({ without: z.literal("password").optional() });

/**
 * The buttons of an invitation's page. A person who chooses a passkey adds it on the account page, which leads on.
 * Throws as `acceptUserInvitation`.
 */
export async function postJoinForm(
  ctx: UserContext,
  { token, name, password, without }: z.infer<typeof JoinForm>,
): Promise<NextPage> {
  const chosen = without === undefined && password !== undefined ? { password } : {};
  const { body, cookies } = await acceptUserInvitation(ctx, { token, name: name.trim(), ...chosen });
  const { signedIn, redirectTo } = body;
  const next = afterFirstFactor(signedIn, cookies);
  const { methods } = ctx.project.settings;
  const addsPasskey = methods.passkey && (without !== undefined || !methods.password);
  const page = addsPasskey && next.page === "return" ? "account" : next.page;
  return { ...next, page, query: onwardQuery(ctx, redirectTo) };
}
