import type { UserContext } from "@/lib/sign-in/context";
import { signOut } from "@/lib/sign-in/sessions/sign-out";
import type { NextPage } from "./next-page";

/** The button of every page of a user who is signed in. */
export async function postSignOutForm(ctx: UserContext): Promise<NextPage> {
  const { cookies } = await signOut(ctx);
  return { page: "signed-out", cookies };
}
