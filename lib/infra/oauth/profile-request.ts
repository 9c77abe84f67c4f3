import * as oauth from "oauth4webapi";
import { ZodError } from "zod";
import type { ProviderProfile } from "@/lib/core/ports/identity-providers";
import { SERVICE } from "@/lib/core/service";
import { toFailure } from "./failure";
import { ProviderUnreachable } from "./provider-fetch";
import type { Exchange, RedeemedTokens } from "./token-exchange";

interface Read {
  profile: ProviderProfile;
  /** The claims from which the profile was read. */
  claims: Readonly<Record<string, unknown>>;
}

export async function readProfile(exchange: Exchange, tokens: RedeemedTokens, form?: unknown): Promise<Read> {
  try {
    const answers = tokens.claims ? await readUserInfo(exchange, tokens) : await readUserDocuments(exchange, tokens);
    const issuer = exchange.client.custom?.issuer ?? null;
    const profile = { ...exchange.data.readProfile({ ...answers, form }), issuer, scopes: tokens.scopes };
    const { user, ...others } = answers;
    return { profile, claims: { ...Object(user), ...others } };
  } catch (error) {
    const isShape = error instanceof ZodError;
    throw toFailure(error, "unable_to_get_user_info", isShape ? "user_info_malformed" : "user_info_failed");
  }
}

/** Returns the claims of the ID token, and those that only the user info endpoint has. */
async function readUserInfo({ server, metadata, client }: Exchange, { accessToken, claims }: RedeemedTokens) {
  if (metadata.userinfo_endpoint === undefined || accessToken === null) return { user: claims };
  const as = { client_id: client.clientId };
  const response = await oauth.userInfoRequest(metadata, as, accessToken, server.options);
  const info = await oauth.processUserInfoResponse(metadata, as, claims?.sub ?? "", response);
  return { user: { ...info, ...claims } };
}

async function readUserDocuments({ server }: Exchange, { accessToken }: RedeemedTokens) {
  const { userEndpoint, emailsEndpoint } = server.endpoints;
  const ask = async (address: string | undefined): Promise<unknown> => {
    if (address === undefined) return undefined;
    const headers = new Headers({ accept: "application/json", "user-agent": SERVICE.name });
    const url = new URL(address);
    const response = await oauth.protectedResourceRequest(accessToken ?? "", "GET", url, headers, null, server.options);
    if (response.status !== 200) throw new ProviderUnreachable(`the answer was ${response.status}`);
    return response.json();
  };
  const [user, emails] = await Promise.all([ask(userEndpoint), ask(emailsEndpoint)]);
  return { user, emails };
}
