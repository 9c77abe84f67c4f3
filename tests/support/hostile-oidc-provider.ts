import { createServer, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { CLIENT, Grants, listen, type Person, readForm, sendJson } from "./stand-in-server";

/** The fault of the provider, for the person who asks for it by `fault`. */
export type Fault =
  | "nonce"
  | "no-nonce"
  | "audience"
  | "authorized-party"
  | "presenter"
  | "issuer"
  | "expired"
  | "made-long-ago"
  | "access-token"
  | "no-subject"
  | "empty-subject"
  | "unsigned"
  | "hmac-with-client-secret"
  | "hmac-with-public-key"
  | "unknown-key"
  | "key-of-another-tenant"
  | "no-id-token"
  | "redirect"
  | "too-long"
  | "broken-off"
  | "server-error";

type Discovery = "right" | "issuer" | "other-host" | "too-long" | "redirect" | "no-code" | "no-pkce" | "hmac-only";

export interface HostileProvider {
  origin: string;
  /** The kind of discovery document. */
  discovery: Discovery;
  /** The address in its discovery document at which people sign out. */
  endSessionEndpoint: string | null;
  /** The number of times that someone came to the place to which redirects lead. */
  visitsElsewhere: number;
  /** Signs any given claims, by the key that it publishes unless the header names another. */
  sign(claims: JWTPayload, header?: object): Promise<string>;
  close(): Promise<void>;
}

const KEY_ID = "published";
const TENANT = "99999999-2222-4333-8444-555555555555";

/** A provider that does the flow as it should be and sends claims that it should not. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const grants = new Grants();
  const keys = await makeKeys();
  const elsewhere = createServer((_, response) => {
    hostile.visitsElsewhere += 1;
    sendJson(response, 200, {});
  });
  const elsewhereOrigin = await listen(elsewhere);
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", hostile.origin);
    if (url.pathname === "/.well-known/openid-configuration") discover(response, hostile, elsewhereOrigin);
    else if (url.pathname === "/auth") grants.authorize(url, response);
    else if (url.pathname === "/jwks") sendJson(response, 200, { keys: keys.published });
    else {
      const grant = grants.redeem(await readForm(request));
      if (!grant) return sendJson(response, 400, { error: "invalid_grant" });
      if (misbehave(response, grant.person.fault as Fault, elsewhereOrigin)) return;
      const id_token = await makeToken(keys, hostile.origin, grant.person, grant.nonce);
      const token = { access_token: "of-the-hostile-provider", token_type: "Bearer" };
      sendJson(response, 200, grant.person.fault === "no-id-token" ? token : { ...token, id_token });
    }
  });
  const close = async () => void [server.close(), elsewhere.close()];
  const sign = (claims: JWTPayload, header: object = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: KEY_ID, ...header })
      .sign("kid" in header ? keys.other : keys.privateKey);
  const hostile: HostileProvider = {
    origin: "",
    discovery: "right",
    endSessionEndpoint: null,
    visitsElsewhere: 0,
    sign,
    close,
  };
  hostile.origin = await listen(server);
  return hostile;
}

async function makeKeys() {
  const [published, secret] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const jwk = { ...(await exportJWK(published.publicKey)), use: "sig", alg: "RS256" };
  const ofTenant = { ...jwk, kid: "of-another-tenant", issuer: `https://login.example/${TENANT}/v2.0` };
  return { published: [{ ...jwk, kid: KEY_ID }, ofTenant], privateKey: published.privateKey, other: secret.privateKey };
}

function discover(response: ServerResponse, hostile: HostileProvider, elsewhere: string): void {
  const { origin, discovery, endSessionEndpoint } = hostile;
  if (discovery === "redirect") return void response.writeHead(302, { location: elsewhere }).end();
  const document = {
    issuer: discovery === "issuer" ? elsewhere : origin,
    authorization_endpoint: `${origin}/auth`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${discovery === "other-host" ? elsewhere : origin}/jwks`,
    token_endpoint_auth_methods_supported: ["client_secret_post"],
    id_token_signing_alg_values_supported: discovery === "hmac-only" ? ["HS256"] : ["RS256", "HS256", "none"],
    ...(endSessionEndpoint !== null && { end_session_endpoint: endSessionEndpoint }),
    ...(discovery === "no-code" && { response_types_supported: ["id_token"] }),
    ...(discovery === "no-pkce" && { code_challenge_methods_supported: ["plain"] }),
    ...(discovery === "too-long" && { filler: "x".repeat(3_000_000) }),
  };
  sendJson(response, 200, document);
}

function misbehave(response: ServerResponse, fault: Fault, elsewhere: string): boolean {
  if (fault === "redirect") response.writeHead(307, { location: elsewhere }).end();
  else if (fault === "too-long") sendJson(response, 200, { access_token: "x".repeat(3_000_000), token_type: "Bearer" });
  else if (fault === "server-error") sendJson(response, 503, { error: "temporarily_unavailable" });
  else if (fault === "broken-off") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write("{");
    response.destroy();
  } else return false;
  return true;
}

async function makeToken(
  { published, privateKey, other }: Awaited<ReturnType<typeof makeKeys>>,
  issuer: string,
  { fault, sub, ...person }: Person,
  nonce: string | null,
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const subject = { "no-subject": {}, "empty-subject": { sub: "" } }[String(fault)] ?? { sub };
  const claims = {
    ...person,
    ...subject,
    iss: fault === "issuer" ? "https://accounts.example" : issuer,
    aud: { audience: "somebody-else", "authorized-party": [CLIENT.id, "somebody-else"] }[String(fault)] ?? CLIENT.id,
    ...((fault === "authorized-party" || fault === "presenter") && { azp: "somebody-else" }),
    ...(fault !== "no-nonce" && { nonce: fault === "nonce" ? "of-another-sign-in" : nonce }),
    iat: fault === "expired" || fault === "made-long-ago" ? now - 7_200 : now,
    exp: fault === "expired" ? now - 3_600 : now + 60,
  } as JWTPayload;
  if (fault === "unsigned") return new UnsecuredJWT(claims).encode();
  if (fault === "hmac-with-client-secret") return signByHmac(claims, CLIENT.secret);
  if (fault === "hmac-with-public-key") return signByHmac(claims, JSON.stringify(published[0]));
  const kid = { "unknown-key": "unknown", "key-of-another-tenant": "of-another-tenant" }[String(fault)] ?? KEY_ID;
  const typ = fault === "access-token" ? { typ: "at+jwt" } : {};
  const signed = new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid, ...typ });
  return signed.sign(fault === "unknown-key" ? other : privateKey);
}

function signByHmac(claims: JWTPayload, secret: string): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: KEY_ID }).sign(new TextEncoder().encode(secret));
}
