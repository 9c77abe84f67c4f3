import type { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { onwardQuery } from "@/lib/sign-in/flow/onward";
import { ConsumeMagicLinkInput, consumeMagicLink } from "@/lib/sign-in/magic-link/consume";
import { afterFirstFactor } from "./fields";
import type { NextPage } from "./next-page";

export const OpenMagicLinkForm = ConsumeMagicLinkInput;

/** The button of a mailed link's page. It leads where the mail was asked to. Throws as `consumeMagicLink`. */
export async function postOpenMagicLinkForm(
  ctx: UserContext,
  { token, number }: z.infer<typeof OpenMagicLinkForm>,
): Promise<NextPage> {
  const { body, cookies } = await consumeMagicLink(ctx, { token, number });
  const { signedIn, callbackURL } = body;
  const next = afterFirstFactor(signedIn, cookies);
  return { ...next, query: { ...onwardQuery(ctx, callbackURL), ...next.query } };
}
