import { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { signOut } from "@/lib/sign-in/sso/logout/sign-out";
import { Checkbox } from "./fields";
import type { NextPage } from "./next-page";

/** The page that only signs out posts `goesOn`, and then leads back to the app by itself. */
export const SignOutForm = z.object({ goesOn: Checkbox });

/**
 * The button of every page of a user who is signed in. It goes on to the company's identity provider, if the session
 * began there.
 */
export async function postSignOutForm(
  ctx: UserContext,
  { goesOn }: Partial<z.infer<typeof SignOutForm>>,
  returnAddress: string,
): Promise<NextPage> {
  const page = goesOn ? "sign-out" : "signed-out";
  const back = new URL(page, returnAddress);
  back.search = new URL(returnAddress).search;
  const { body, cookies } = await signOut(ctx, { callbackURL: back.href });
  return { page, cookies, ...(body.providerUrl !== undefined && { continueTo: body.providerUrl }) };
}
