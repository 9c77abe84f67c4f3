import { createPublicKey } from "node:crypto";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { CLIENT, Grants, listen, readForm, sendJson } from "./stand-in-server";

/** A key of nobody's: the stand-in and the tests are in different processes, so it is written down. */
export const APPLE = {
  teamId: "TEAM123456",
  keyId: "KEY1234567",
  privateKey: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgR0h3Var+B99XTW63
5KjZLFhcNDYHsS0jGBBWF6bfQduhRANCAASYCoVLTNea26WkZ14NEieJ5ofqDyzU
PM/4EP+t6wrvI8sTuRKzXaS01NZzhJAPF5/jqpDmd5mxqVS0m0w3FKSk
-----END PRIVATE KEY-----`,
};

const MAX_SECONDS = 15_777_000;

/** As Apple does it: a secret signed by the client's key, the answer as a form, the name beside the first code alone. */
export async function startApple() {
  const grants = new Grants();
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "of-apple", use: "sig", alg: "RS256" }];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", origin);
    if (url.pathname === "/auth/authorize") return grants.authorize(url, response);
    if (url.pathname === "/auth/keys") return sendJson(response, 200, { keys });
    const form = await readForm(request);
    if (!(await isSecretOfClient(form.get("client_secret") ?? "", origin))) {
      return sendJson(response, 400, { error: "invalid_client" });
    }
    form.set("client_secret", CLIENT.secret);
    const grant = grants.redeem(form);
    if (!grant) return sendJson(response, 400, { error: "invalid_grant" });
    const { sub, email, email_verified, is_private_email } = grant.person;
    const id_token = await new SignJWT({ email, email_verified, is_private_email, nonce: grant.nonce })
      .setProtectedHeader({ alg: "RS256", kid: "of-apple" })
      .setIssuer(origin)
      .setAudience(CLIENT.id)
      .setSubject(String(sub))
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(privateKey);
    sendJson(response, 200, { access_token: "of-apple", token_type: "Bearer", expires_in: 3_600, id_token });
  });
  const origin = await listen(server);
  return { origin, close: async () => void server.close() };
}

async function isSecretOfClient(secret: string, issuer: string): Promise<boolean> {
  try {
    const expected = { algorithms: ["ES256"], audience: issuer, issuer: APPLE.teamId, subject: CLIENT.id };
    const { payload, protectedHeader } = await jwtVerify(secret, createPublicKey(APPLE.privateKey), expected);
    const { iat = 0, exp = Number.POSITIVE_INFINITY } = payload;
    return protectedHeader.kid === APPLE.keyId && exp - iat <= MAX_SECONDS;
  } catch {
    return false;
  }
}
