import { describe, expect, it } from "vitest";
import { ask, expectRefusal, lane, publicUrl, usedSecrets } from "@/tests/support/lanes";
import { askAuth, createSignInProject, expectAuthRefusal, signUp } from "@/tests/support/sign-in-lanes";
import { verifyToken } from "@/tests/support/verify-token";

const UNKNOWN = "p_00000000000000000000";

describe("tokens", () => {
  it("verify with the key set, with headers and without, which may be kept for five minutes", async () => {
    const project = await createSignInProject();
    const { cookie, user } = await signUp(lane, project);
    const { token } = (await askAuth(lane, project, "GET", "/token", { cookie })).json;
    usedSecrets.add(token);
    const keySet = await askAuth(lane, project, "GET", "/jwks", { key: null });
    const twin = await ask(lane, "GET", `/v1/projects/${project.id}/.well-known/jwks.json`);
    const { claims } = verifyToken(token, keySet.json.keys);
    expect(claims).toMatchObject({ sub: user.id, iss: `${publicUrl}/v1/projects/${project.id}`, aud: project.id });
    expect(twin.json).toEqual(keySet.json);
    for (const answer of [keySet, twin]) expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    const discovery = await ask(lane, "GET", `/v1/projects/${project.id}/.well-known/openid-configuration`);
    expect(discovery.json).toMatchObject({ issuer: claims.iss, jwks_uri: `${claims.iss}/.well-known/jwks.json` });
  });

  it("JW-04: are no session and no key", async () => {
    const project = await createSignInProject();
    const { cookie } = await signUp(lane, project);
    const { token } = (await askAuth(lane, project, "GET", "/token", { cookie })).json;
    usedSecrets.add(token);
    const asCookie = await askAuth(lane, project, "GET", "/token", { cookie: `${cookie.split("=")[0]}=${token}` });
    expectAuthRefusal(asCookie, "UNAUTHORIZED");
    expectAuthRefusal(await askAuth(lane, project, "GET", "/get-session", { key: token }), "INVALID_PUBLIC_KEY");
  });

  it("of a project that is not there have no keys", async () => {
    for (const file of ["jwks.json", "openid-configuration"]) {
      expectRefusal(await ask(lane, "GET", `/v1/projects/${UNKNOWN}/.well-known/${file}`), "project_not_found");
      expectRefusal(await ask(lane, "GET", `/v1/projects/p_1/.well-known/${file}`), "invalid_id");
    }
  });
});
