import { passkeyClient } from "@better-auth/passkey/client";
import { createAuthClient } from "better-auth/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SoftwareAuthenticator } from "@/tests/support/authenticator";
import { Browser } from "@/tests/support/browser";
import { cookieFetch } from "@/tests/support/cookie-fetch";
import { credentialsContainer } from "@/tests/support/credentials-container";
import { type Lane, lane, laneContext, usedSecrets } from "@/tests/support/lanes";
import {
  APP_ORIGIN,
  askAuth,
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
  type SignInProject,
} from "@/tests/support/sign-in-lanes";

const passkeys = { rpId: "example.com" };
const CREATE = "/passkey/generate-register-options";
const ADD = "/passkey/verify-registration";
const ASK = "/passkey/generate-authenticate-options";
const SIGN_IN = "/passkey/verify-authentication";

/** Does a browser's work for the client: it keeps cookies, says where the page is from, and has an authenticator. */
function openBrowser(lane: Lane, project: SignInProject, authenticator: SoftwareAuthenticator) {
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("navigator", { credentials: credentialsContainer(authenticator, APP_ORIGIN) });
  return createAuthClient({
    baseURL: lane.baseUrl,
    basePath: "/v1/auth-tenant",
    plugins: [passkeyClient()],
    fetchOptions: {
      headers: { "x-coppice-project-id": project.id, authorization: `Bearer ${project.publicKey}` },
      customFetchImpl: cookieFetch(),
    },
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the unmodified better-auth client and its passkeys", () => {
  it("adds one, lists and renames it, signs in with it, and deletes it", async () => {
    const project = await createSignInProject({ passkeys });
    const client = openBrowser(lane, project, new SoftwareAuthenticator());
    usedSecrets.add(PASSWORD);
    const email = newEmail();
    await client.signUp.email({ name: "Ada", email, password: PASSWORD });
    const added = await client.passkey.addPasskey({ name: "Laptop" });
    expect(added.error).toBeNull();
    expect(added.data).toMatchObject({ name: "Laptop", counter: 0, createdAt: expect.any(Date) });
    const id = added.data?.id ?? "";
    expect((await client.passkey.listUserPasskeys()).data).toEqual([added.data]);
    const renamed = await client.passkey.updatePasskey({ id, name: "Key" });
    expect(renamed.data).toEqual({ passkey: { ...added.data, name: "Key" } });

    await client.signOut();
    expect((await client.getSession()).data).toBeNull();
    const signedIn = await client.signIn.passkey();
    expect(signedIn.data?.user.email).toBe(email);
    expect(signedIn.data?.session.expiresAt).toBeInstanceOf(Date);
    expect((await client.getSession()).data?.session.id).toBe(signedIn.data?.session.id);

    expect((await client.passkey.deletePasskey({ id })).data).toEqual({ status: true });
    expect((await client.passkey.listUserPasskeys()).data).toEqual([]);
    const gone = await client.passkey.deletePasskey({ id });
    expect(gone.error).toMatchObject({ status: 404, code: "PASSKEY_NOT_FOUND" });
    await client.signOut();
    const refused = await client.signIn.passkey();
    expect(refused.error).toMatchObject({ status: 401, code: "PASSKEY_NOT_FOUND" });
    expect((await client.getSession()).data).toBeNull();
  });

  it("adds none twice to an authenticator, and is told the fault", async () => {
    const project = await createSignInProject({ passkeys });
    const client = openBrowser(lane, project, new SoftwareAuthenticator());
    expect((await client.passkey.addPasskey()).error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
    await client.signUp.email({ name: "Ada", email: newEmail(), password: PASSWORD });
    const session = await client.passkey.addPasskey({ createSession: true });
    expect(session.data).toMatchObject({ session: { id: expect.any(String) }, user: { name: "Ada" } });
    expect((await client.passkey.addPasskey()).data).toBeNull();
    expect((await client.passkey.listUserPasskeys()).data).toHaveLength(1);
  });

  it("is sent on to the second factor after a passkey that did not verify its user", async () => {
    const project = await createSignInProject({ passkeys });
    const client = openBrowser(lane, project, new SoftwareAuthenticator({ userVerified: false }));
    const { data } = await client.signUp.email({ name: "Ada", email: newEmail(), password: PASSWORD });
    await client.passkey.addPasskey();
    await client.signOut();
    const { db } = await laneContext();
    await db.user.update({ where: { id: data?.user.id ?? "" }, data: { twoFactorEnabled: true } });
    const pending = await client.signIn.passkey();
    expect(pending.data).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    expect((await client.getSession()).data).toBeNull();
  });
});

describe("passkeys on the wire", () => {
  async function signedUp(settings: Record<string, unknown> = {}) {
    const project = await createSignInProject({ passkeys, ...settings });
    const browser = new Browser(lane, project);
    const email = newEmail();
    usedSecrets.add(PASSWORD);
    const answer = await browser.post("/sign-up/email", { name: "Ada", email, password: PASSWORD });
    return { project, browser, email, userId: answer.json.user.id as string };
  }

  it("are asked for by GET alone", async () => {
    const { project, browser } = await signedUp();
    for (const path of [CREATE, ASK]) {
      expect((await askAuth(lane, project, "POST", path, { body: {} })).status).toBe(404);
      const answer = await browser.get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^coppice_passkey-(registration|authentication)_p_[0-9a-z]{20}=\S+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
      ]);
      expect(answer.headers.getSetCookie()[0]).not.toContain(answer.json.challenge);
    }
    for (const path of [ADD, SIGN_IN]) {
      expect((await askAuth(lane, project, "GET", path)).status).toBe(404);
    }
  });

  it("PK-01: spend their challenge with the first answer, and its cookie with it", async () => {
    const { browser } = await signedUp();
    const authenticator = new SoftwareAuthenticator();
    const { json: options } = await browser.get(CREATE);
    const response = authenticator.create(options, APP_ORIGIN);
    const { cookies } = browser;
    const wrong = await browser.post(ADD, { response: { ...response, type: "password" } });
    expectAuthRefusal(wrong, "FAILED_TO_VERIFY_REGISTRATION");
    expect(wrong.headers.getSetCookie()).toEqual([expect.stringContaining("Max-Age=0")]);
    expectAuthRefusal(await browser.post(ADD, { response }), "CHALLENGE_NOT_FOUND");
    expectAuthRefusal(await browser.post(ADD, { response }, { cookie: cookies }), "CHALLENGE_NOT_FOUND");
    expect((await browser.get("/passkey/list-user-passkeys")).json).toEqual([]);
  });

  it("PK-02: are not taken from a page that is not the project's, with any signature", async () => {
    const { project, browser, email } = await signedUp();
    const authenticator = new SoftwareAuthenticator();
    const { json: options } = await browser.get(CREATE);
    expect((await browser.post(ADD, { response: authenticator.create(options, APP_ORIGIN) })).status).toBe(200);
    const other = new Browser(lane, project);
    const foreign = "https://evil.example.com";
    const asked = await other.get(ASK);
    const phished = { response: authenticator.get(asked.json, foreign) };
    expectAuthRefusal(await other.post(SIGN_IN, phished, { origin: foreign }), "INVALID_ORIGIN");
    expectAuthRefusal(await other.post(SIGN_IN, phished), "AUTHENTICATION_FAILED");
    const again = await other.get(ASK);
    const signedIn = await other.post(SIGN_IN, { response: authenticator.get(again.json, APP_ORIGIN) });
    expect(signedIn.json.user.email).toBe(email);
    expect(other.isSignedIn).toBe(true);
  });

  it("PK-09: refuse an answer of a megabyte before it is read to its end", async () => {
    const { browser } = await signedUp();
    await browser.get(CREATE);
    const response = {
      id: "a",
      rawId: "a",
      type: "public-key",
      response: { attestationObject: "A".repeat(1_000_000) },
    };
    expectAuthRefusal(await browser.post(ADD, { response }), "PAYLOAD_TOO_LARGE");
    for (const body of [{}, { response: null }, { response: [] }, { response: "x" }]) {
      expectAuthRefusal(await browser.post(ADD, body), "VALIDATION_ERROR");
      expectAuthRefusal(await browser.post(SIGN_IN, body), "VALIDATION_ERROR");
    }
  });

  it("PK-12: are added by a user with a recent proof of identity", async () => {
    const { browser, userId } = await signedUp();
    const { json: options } = await browser.get(CREATE);
    const response = new SoftwareAuthenticator().create(options, APP_ORIGIN);
    const { db } = await laneContext();
    const authenticatedAt = new Date(Date.now() - 21 * 86_400_000);
    await db.session.updateMany({ where: { userId }, data: { authenticatedAt } });
    expectAuthRefusal(await browser.post(ADD, { response }), "SESSION_NOT_FRESH");
    expectAuthRefusal(await browser.get(CREATE), "SESSION_NOT_FRESH");
    expect((await browser.post("/verify-password", { password: PASSWORD })).status).toBe(200);
    expect((await browser.post(ADD, { response })).status).toBe(200);
  });

  it("PK-13: are another user's like those that are not there, and stay when they are the last way in", async () => {
    const { browser, project, userId } = await signedUp({ methods: { magicLink: false, emailOtp: false } });
    const { json: options } = await browser.get(CREATE);
    const added = await browser.post(ADD, { response: new SoftwareAuthenticator().create(options, APP_ORIGIN) });
    const { id } = added.json;
    const other = new Browser(lane, project);
    await other.post("/sign-up/email", { name: "Eve", email: newEmail(), password: PASSWORD });
    const missing = "psk_00000000000000000000";
    for (const path of ["/passkey/delete-passkey", "/passkey/update-passkey"]) {
      const foreign = await other.post(path, { id, name: "Mine" });
      expectAuthRefusal(foreign, "PASSKEY_NOT_FOUND", 404);
      expect((await other.post(path, { id: missing, name: "Mine" })).text).toBe(foreign.text);
    }
    const { db } = await laneContext();
    await db.account.deleteMany({ where: { userId } });
    const last = await browser.post("/passkey/delete-passkey", { id });
    expectAuthRefusal(last, "LAST_SIGN_IN_METHOD");
    expect(last.json.message).toContain("Add another one first");
    expect((await browser.get("/passkey/list-user-passkeys")).json).toMatchObject([{ id }]);
  });

  it("start as often as the project lets an address, and sign in as often as anything does", async () => {
    const limits = {
      passkeyStartPerAddress: { limit: 2, windowSeconds: 60 },
      signInPerAddress: { limit: 1, windowSeconds: 60 },
    };
    const project = await createSignInProject({ passkeys, limits });
    const browser = new Browser(lane, project);
    for (const status of [200, 200, 429]) expect((await browser.get(ASK)).status).toBe(status);
    expectAuthRefusal(await browser.post(SIGN_IN, { response: {} }), "AUTHENTICATION_FAILED");
    const refused = await browser.post(SIGN_IN, { response: {} });
    expectAuthRefusal(refused, "TOO_MANY_REQUESTS");
    expect(refused.headers.get("x-retry-after")).toMatch(/^\d+$/);
  });

  it("are off where the project has them off, but can be seen and deleted", async () => {
    const { browser } = await signedUp({ methods: { passkey: false } });
    expectAuthRefusal(await browser.get(CREATE), "PASSKEY_DISABLED");
    expectAuthRefusal(await browser.get(ASK), "PASSKEY_DISABLED");
    expectAuthRefusal(await browser.post(ADD, { response: {} }), "PASSKEY_DISABLED");
    expectAuthRefusal(await browser.post(SIGN_IN, { response: {} }), "PASSKEY_DISABLED");
    expect((await browser.get("/passkey/list-user-passkeys")).json).toEqual([]);
  });
});
