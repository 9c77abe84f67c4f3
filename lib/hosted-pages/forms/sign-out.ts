import { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { signOut } from "@/lib/sign-in/sessions/sign-out";
import { Checkbox } from "./fields";
import type { NextPage } from "./next-page";

/** The page that only signs out posts `goesOn`, and then leads back to the app by itself. */
export const SignOutForm = z.object({ goesOn: Checkbox });

/** The button of every page of a user who is signed in. */
export async function postSignOutForm(
  ctx: UserContext,
  { goesOn }: Partial<z.infer<typeof SignOutForm>> = {},
): Promise<NextPage> {
  const { cookies } = await signOut(ctx);
  return { page: goesOn ? "sign-out" : "signed-out", cookies };
}
