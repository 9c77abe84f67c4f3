import { deflateRawSync, inflateRawSync } from "node:zlib";
import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import type { SamlMessage } from "@/lib/core/ports/saml";
import type { SignInContext, UserContext } from "../../context";
import { SignInError } from "../../errors";
import { SignInResult } from "../../result";
import { serviceProviderOf } from "./service-provider";

/** As long as a sign-in may take. */
const LIFETIME_SECONDS = 600;

const Posted = z.object({ url: z.string(), fields: z.record(z.string(), z.string()) });

/**
 * Returns the address that brings a message to an identity provider: its own, or one of this service, whose page posts
 * the message. That address holds the message sealed, so that nobody else's is posted.
 */
export async function deliveryAddress(
  ctx: SignInContext,
  connection: { projectId: string; id: string },
  { url, fields }: SamlMessage,
): Promise<string> {
  if (fields === null) return url;
  const deflated = deflateRawSync(JSON.stringify({ url, fields })).toString("base64");
  const message = await sealData(deflated, { password: ctx.signIn.flowSecret, ttl: LIFETIME_SECONDS });
  const address = new URL(`${serviceProviderOf(ctx, connection).startUrl}/send`);
  address.searchParams.set("message", message);
  return address.href;
}

export const SamlMessageQuery = z.object({ message: z.string().max(12_288) });

/** Has the browser post a message that `deliveryAddress` sealed. Throws `INVALID_TOKEN` for any other, or one that is too old. */
export async function postSamlMessage(
  ctx: UserContext,
  { message }: z.infer<typeof SamlMessageQuery>,
): Promise<SignInResult<null>> {
  const deflated = await unsealData(message, { password: ctx.signIn.flowSecret, ttl: LIFETIME_SECONDS });
  if (typeof deflated !== "string") throw new SignInError("INVALID_TOKEN");
  const posted = Posted.parse(JSON.parse(inflateRawSync(Buffer.from(deflated, "base64")).toString()));
  return new SignInResult(null, { postTo: posted });
}
