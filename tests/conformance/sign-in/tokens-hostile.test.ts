import { createHmac, createPublicKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Lane, lane, publicUrl } from "@/tests/support/lanes";
import {
  askAuth,
  createSignInProject,
  expectAuthRefusal,
  type SignInProject,
  signUp,
} from "@/tests/support/sign-in-lanes";

const encode = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** Tokens as attackers write them, for a user that is there, with the project's own key id. */
async function forgeries(project: SignInProject, lane: Lane, sub: string): Promise<[string, string][]> {
  const [jwk] = (await askAuth(lane, project, "GET", "/jwks", { key: null })).json.keys;
  const pem = createPublicKey({ key: jwk, format: "jwk" }).export({ type: "spki", format: "pem" }).toString();
  const now = Math.floor(Date.now() / 1_000);
  const iss = `${publicUrl}/v1/projects/${project.id}`;
  const claims = { iss, aud: project.id, sub, iat: now, exp: now + 300, email: "ada@example.com" };
  const { kid } = jwk;
  const unsigned = (header: object, payload: unknown = claims) => `${encode(header)}.${encode(payload)}.`;
  const hmac = (secret: string) => {
    const signed = `${encode({ alg: "HS256", kid, typ: "JWT" })}.${encode(claims)}`;
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  };
  const zeroes = Buffer.alloc(64).toString("base64url");
  return [
    ["JW-01 none", unsigned({ alg: "none", kid })],
    ["JW-01 None", unsigned({ alg: "None" })],
    ["JW-01 nOnE", unsigned({ alg: "nOnE", kid })],
    ["JW-01 HS256 by the public PEM", hmac(pem)],
    ["JW-01 HS256 by the public PEM after a space", hmac(` ${pem}`)],
    ["JW-01 ES256 with a zero signature", `${unsigned({ alg: "ES256", kid })}${zeroes}`],
    ["JW-01 EdDSA with a zero signature", `${unsigned({ alg: "EdDSA", kid })}${zeroes}`],
    ["JW-02 kid that is a path", unsigned({ alg: "EdDSA", kid: "../../etc/passwd" })],
    ["JW-02 kid that is SQL", unsigned({ alg: "EdDSA", kid: "' or 1=1 --" })],
    ["JW-03 jku", unsigned({ alg: "EdDSA", kid, jku: "http://127.0.0.1:1/jwks.json" })],
    ["JW-03 own key", unsigned({ alg: "EdDSA", jwk })],
    ["JW-03 crit", unsigned({ alg: "EdDSA", kid, crit: ["exp"] })],
    ["JW-05 exp of text", unsigned({ alg: "EdDSA", kid }, { ...claims, exp: "never" })],
    ["JW-06 claims twice", unsigned({ alg: "EdDSA", kid }, `{"sub":"usr_1","sub":"${sub}"}`)],
    ["JW-06 five parts", "eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0....."],
  ];
}

describe("a forged token", () => {
  it("JW-01 to JW-06: is neither a session nor a key, and no 500", async () => {
    const project = await createSignInProject();
    const { user, cookie } = await signUp(lane, project);
    await askAuth(lane, project, "GET", "/token", { cookie });
    const [cookieName] = cookie.split("=", 1);
    const forged = await forgeries(project, lane, user.id);
    for (const [name, token] of forged) {
      const asCookie = await askAuth(lane, project, "GET", "/get-session", { cookie: `${cookieName}=${token}` });
      expect([name, asCookie.status, asCookie.text]).toEqual([name, 200, "null"]);
      const needed = await askAuth(lane, project, "GET", "/list-sessions", { cookie: `${cookieName}=${token}` });
      expectAuthRefusal(needed, "UNAUTHORIZED");
      const asKey = await askAuth(lane, project, "GET", "/get-session", { key: token });
      expect([name, asKey.status]).toEqual([name, 401]);
    }
  });

  it("JW-02, JW-06: of megabytes is cut off before it is looked at", async () => {
    const project = await createSignInProject();
    const large = `${encode({ alg: "EdDSA", kid: "k".repeat(1_000_000) })}.${encode({})}.`;
    for (const options of [{ key: large }, { cookie: `x=${large}` }]) {
      const answer = await askAuth(lane, project, "GET", "/get-session", options).then(
        ({ status }) => status,
        // The server may close the connection while the field is still being sent.
        () => "closed",
      );
      expect([431, "closed"]).toContain(answer);
    }
  });
});
