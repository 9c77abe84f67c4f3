import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { deletedCookie } from "@/lib/sign-in/browser-cookie";
import type { UserContext } from "@/lib/sign-in/context";
import { chooseSsoProtocol } from "@/lib/sign-in/sso/connections/choose-protocol";
import { SSO_PROTOCOLS } from "@/lib/sign-in/sso/connections/resource";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { verifySsoDomain } from "@/lib/sign-in/sso/domains/verify";
import { type CurrentSetUp, requireSetUp } from "@/lib/sign-in/sso/set-up/current";
import { finishSetUp } from "@/lib/sign-in/sso/set-up/finish";
import { openSetUpLink } from "@/lib/sign-in/sso/set-up/open";
import type { NextPage } from "./next-page";

const PAGE = "sso-set-up";

export const OpenSetUpForm = z.object({ token: z.string().max(128) });

/** Gives the browser the cookie of the set-up, in the place of the link's token. Throws `INVALID_TOKEN`. */
export async function postOpenSetUpForm(ctx: UserContext, input: z.infer<typeof OpenSetUpForm>): Promise<NextPage> {
  return { page: PAGE, cookies: [await openSetUpLink(ctx, input)] };
}

/** An empty field was not given. */
const Text = z
  .string()
  .trim()
  .max(60_000)
  .optional()
  .transform((text) => (text === "" ? undefined : text));

export const SetUpForm = z.object({
  step: z.enum(["protocol", "provider", "domain", "check", "enable"]),
  protocol: z.enum(SSO_PROTOCOLS).optional(),
  ...{ metadata: Text, metadataUrl: Text, issuer: Text, clientId: Text, clientSecret: Text, domain: Text },
});
export type SetUpForm = z.infer<typeof SetUpForm>;

/** One step of the set-up. A refusal is told on the page, in the verb's own sentence. Throws `INVALID_TOKEN`. */
export async function postSetUpForm(ctx: UserContext, input: SetUpForm): Promise<NextPage> {
  const current = await requireSetUp(ctx);
  try {
    await take(current, input);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { page: PAGE, notice: { message: error.message } };
  }
  if (input.step !== "enable") return { page: PAGE };
  return { page: PAGE, query: { done: "1" }, cookies: [deletedCookie("sso-set-up")] };
}

async function take(current: CurrentSetUp, input: SetUpForm): Promise<void> {
  const { ctx, address, connection } = current;
  const { metadata, metadataUrl, issuer, clientId, clientSecret, domain = "" } = input;
  switch (input.step) {
    case "protocol":
      await chooseSsoProtocol(ctx, { ...address, protocol: input.protocol ?? "saml" });
      return;
    case "provider": {
      if (connection.protocol === "oidc") {
        await updateSsoConnection(ctx, { ...address, oidc: { issuer, clientId, clientSecret } });
        return;
      }
      const saml = metadataUrl === undefined ? { metadata } : { metadataUrl };
      if (metadataUrl === undefined && metadata === undefined)
        throw new ServiceError("invalid_request", "Enter the metadata, or its address.");
      await updateSsoConnection(ctx, { ...address, saml });
      return;
    }
    case "domain":
      await addSsoDomain(ctx, { ...address, domain });
      return;
    case "check":
      await verifySsoDomain(ctx, { ...address, domain });
      return;
    case "enable":
      await finishSetUp(current);
  }
}
