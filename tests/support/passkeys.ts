import { startPasskeyAuthentication } from "@/lib/sign-in/passkeys/start-authentication";
import { startPasskeyRegistration } from "@/lib/sign-in/passkeys/start-registration";
import { verifyPasskeyAuthentication } from "@/lib/sign-in/passkeys/verify-authentication";
import { verifyPasskeyRegistration } from "@/lib/sign-in/passkeys/verify-registration";
import { type Forgery, SoftwareAuthenticator } from "./authenticator";
import { makeUserContext, signUp } from "./sign-in";
import { nextRequest, send, signedInRequest, type TestRequest } from "./test-browser";

export const PAGE = "https://app.example.com";
export const RP_ID = "example.com";

/** Settings of a project whose app is at `PAGE` and whose passkeys are made for the domain above it. */
export function passkeySettings(more: { passkeys?: object; [name: string]: unknown } = {}) {
  const allowedOrigins = [PAGE, "https://other.example", "https://example.com.evil.test"];
  return { allowedOrigins, ...more, passkeys: { rpId: RP_ID, ...more.passkeys } };
}

/** Adds a passkey to the user who is signed in in this browser. Answers the context of its next request as well. */
export async function addPasskey(
  ctx: TestRequest,
  authenticator: SoftwareAuthenticator,
  { forgery = {}, name, page = PAGE }: { forgery?: Forgery; name?: string; page?: string } = {},
) {
  const asking = await signedInRequest(ctx);
  const options = await send(asking, startPasskeyRegistration, {});
  const answering = await signedInRequest(asking);
  const response = authenticator.create(options, page, forgery);
  return send(answering, verifyPasskeyRegistration, { response, ...(name !== undefined && { name }) });
}

/** Signs in with a passkey in this browser, and answers the context that was answered to. */
export async function signInByPasskey(
  ctx: TestRequest,
  authenticator: SoftwareAuthenticator,
  { forgery = {}, page = PAGE }: { forgery?: Forgery; page?: string } = {},
) {
  const asking = await nextRequest(ctx);
  const options = await send(asking, startPasskeyAuthentication);
  const answering = await nextRequest(asking);
  const response = authenticator.get(options, page, forgery);
  return { answering, reply: await send(answering, verifyPasskeyAuthentication, { response }) };
}

/** A project with a user who is signed in and has a passkey. */
export async function makePasskeyUser({
  settings = {},
  authenticator = new SoftwareAuthenticator(),
  ...options
}: Parameters<typeof makeUserContext>[0] & {
  settings?: Parameters<typeof passkeySettings>[0];
  authenticator?: SoftwareAuthenticator;
} = {}) {
  const ctx = await makeUserContext({ ...options, settings: passkeySettings(settings) });
  const user = await signUp(ctx);
  const passkey = await addPasskey(ctx, authenticator, { name: "Laptop" });
  return { ctx, user, authenticator, passkey };
}
