import { z } from "zod";
import { Email } from "@/lib/core/user-fields";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { findSsoForDomain } from "@/lib/sign-in/sso-domains/find";
import { domainOf } from "@/lib/sign-in/sso-domains/required";
import { FormEmail } from "./fields";
import type { NextPage } from "./next-page";

export const SsoForm = z.object({ email: FormEmail });

/**
 * Finds the connection of an address, whose page then has a link to the identity provider: a form of a page may not
 * lead there itself. Throws `INVALID_EMAIL`, and `SSO_NOT_FOUND` for a domain without a connection.
 */
export async function postSsoForm(ctx: UserContext, input: z.infer<typeof SsoForm>): Promise<NextPage> {
  const email = Email.safeParse(input.email);
  if (!email.success) throw new SignInError("INVALID_EMAIL");
  const { connection } = await findSsoForDomain(ctx, { domain: domainOf(email.data) });
  if (connection === null) throw new SignInError("SSO_NOT_FOUND");
  return { page: "sso", notice: { email: email.data } };
}
