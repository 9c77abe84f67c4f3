import "server-only";
import type { Context } from "@/lib/core/context";
import type { SignInContext } from "@/lib/sign-in/context";
import { pageContext } from "./page-context";

/** Returns the context of a member with the services of sign-in, such as the hashing of passwords. */
export async function signInContext({ actor }: Context): Promise<SignInContext> {
  return pageContext(actor);
}
