import type { AuthContext } from "../context";
import { signOut } from "../sessions/sign-out";
import type { NextPage } from "./next-page";

/** The button of every page of a user who is signed in. */
export async function postSignOutForm(ctx: AuthContext): Promise<NextPage> {
  await signOut(ctx);
  return { page: "signed-out" };
}
