import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeProvider } from "@/lib/sign-in/projects/providers/remove";
import { setProvider } from "@/lib/sign-in/projects/providers/set";
import { lane, laneContext, publicUrl, usedSecrets } from "@/tests/support/lanes";
import { type OidcStandIn, startOidcProvider } from "@/tests/support/oidc-provider";
import {
  APP_ORIGIN,
  askAuth,
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
} from "@/tests/support/sign-in-lanes";
import { connect, onLane } from "@/tests/support/social-lanes";
import { signInAt } from "@/tests/support/social-stand-ins";
import { CLIENT } from "@/tests/support/stand-in-server";

const IN = `${APP_ORIGIN}/in`;
const FAILED = `${APP_ORIGIN}/failed`;
/** better-auth's types name its own providers; an app passes the ID of another as it is. */
const ACME = "acme" as "google";

let acme: OidcStandIn;
beforeAll(async () => {
  const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] };
  const options = { issuerPath: "", client: CLIENT, claims, claimsInIdToken: false } as const;
  acme = await startOidcProvider({ ...options, authentication: "client_secret_basic" });
  usedSecrets.add(CLIENT.secret);
});
afterAll(() => acme.close());

async function createProject() {
  const project = await createSignInProject();
  const address = { organisationId: project.organisationId, projectId: project.id };
  const client = { clientId: CLIENT.id, clientSecret: CLIENT.secret };
  const set = { ...address, provider: ACME, name: "Acme Login", issuer: acme.issuer, ...client };
  await setProvider(await laneContext(), set);
  return { project, address };
}

const newPerson = (email = newEmail()) => ({ sub: `acme|${email}`, email, email_verified: true, name: "Ada" });

describe("an OpenID Connect issuer that a project adds", () => {
  it("signs in the unmodified better-auth client by its ID, again as the same user", async () => {
    const { project } = await createProject();
    const person = newPerson();
    const signIn = async () => {
      const { client, open } = connect(lane, project);
      const started = await client.signIn.social({ provider: ACME, callbackURL: IN, disableRedirect: true });
      expect(started.data).toEqual({ url: expect.stringMatching(`^${acme.origin}/auth\\?`), redirect: false });
      const asked = new URL(started.data?.url ?? "").searchParams;
      expect(asked.get("redirect_uri")).toBe(`${publicUrl}/auth/${project.id}/callback/acme`);
      expect([asked.get("code_challenge_method"), asked.get("scope")]).toEqual(["S256", "openid email profile"]);
      const back = await open(await signInAt(started.data?.url ?? "", person));
      expect([back.status, back.headers.get("location")]).toEqual([302, IN]);
      return client;
    };
    const client = await signIn();
    const user = (await client.getSession()).data?.user;
    expect(user).toMatchObject({ email: person.email, emailVerified: true, name: "Ada" });
    expect((await client.listAccounts()).data).toMatchObject([{ providerId: "acme", accountId: person.sub }]);
    expect((await (await signIn()).getSession()).data?.user.id).toBe(user?.id);
  });

  it("is linked and unlinked by the client, beside a password", async () => {
    const { project } = await createProject();
    const { client, open } = connect(lane, project);
    const email = newEmail();
    await client.signUp.email({ name: "Ada", email, password: PASSWORD });
    usedSecrets.add(PASSWORD);
    const started = await client.linkSocial({ provider: ACME, callbackURL: IN, disableRedirect: true });
    const back = await open(await signInAt(started.data?.url ?? "", newPerson()));
    expect(back.headers.get("location")).toBe(IN);
    const accounts = (await client.listAccounts()).data ?? [];
    expect(accounts.map(({ providerId }) => providerId).sort()).toEqual(["acme", "credential"]);
    const accountId = accounts.find(({ providerId }) => providerId === "acme")?.id ?? "";
    expect((await client.$fetch("/unlink-account", { method: "POST", body: { accountId } })).data).toEqual({
      status: true,
    });
  });

  it("tells pages the name of its button, and apps why nobody is signed in", async () => {
    const { project, address } = await createProject();
    const { json } = await askAuth(lane, project, "GET", "/methods");
    expect(json).toMatchObject({ providers: ["acme"], providerNames: { acme: "Acme Login" } });
    const { client, open } = connect(lane, project);
    const start = { provider: ACME, callbackURL: IN, errorCallbackURL: FAILED, disableRedirect: true };
    const started = await client.signIn.social(start);
    const state = new URL(started.data?.url ?? "").searchParams.get("state") ?? "";
    const denied = new URLSearchParams({ error: "access_denied", state, iss: acme.issuer });
    const back = await open(onLane(lane, `${publicUrl}/auth/${project.id}/callback/acme?${denied}`));
    expect(back.headers.get("location")).toBe(`${FAILED}?error=access_denied`);
    expect((await client.getSession()).data).toBeNull();
    await removeProvider(await laneContext(), { ...address, provider: ACME });
    expect((await client.signIn.social(start)).error).toMatchObject({ status: 404, code: "PROVIDER_NOT_FOUND" });
    const body = { provider: ACME };
    expectAuthRefusal(await askAuth(lane, project, "POST", "/sign-in/social", { body }), "PROVIDER_NOT_FOUND");
  });
});
