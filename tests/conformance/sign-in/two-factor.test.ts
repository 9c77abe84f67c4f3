import { createAuthClient } from "better-auth/client";
import { twoFactorClient } from "better-auth/client/plugins";
import { describe, expect, it } from "vitest";
import { Browser } from "@/tests/support/browser";
import { cookieFetch } from "@/tests/support/cookie-fetch";
import { type Lane, lane, laneContext, usedSecrets } from "@/tests/support/lanes";
import { signInRoutes } from "@/tests/support/route-promises";
import {
  askAuth,
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
  type SignInProject,
} from "@/tests/support/sign-in-lanes";
import { secretOf, totpAt, wrongTotp } from "@/tests/support/two-factor";

function connect(lane: Lane, project: SignInProject) {
  const redirects: unknown[] = [];
  const client = createAuthClient({
    baseURL: lane.baseUrl,
    basePath: "/v1/auth-tenant",
    fetchOptions: {
      headers: { "x-coppice-project-id": project.id, authorization: `Bearer ${project.publicKey}` },
      customFetchImpl: cookieFetch(),
    },
    plugins: [twoFactorClient({ onTwoFactorRedirect: (context) => void redirects.push(context) })],
  });
  return { client, redirects };
}

/** Returns the code of the user's app, as if so much time had passed that no step before counts. */
async function nextCode(secret: string): Promise<string> {
  const { db } = await laneContext();
  const rows = await db.twoFactor.updateMany({ data: { lastStep: 0 } });
  expect(rows.count).toBeGreaterThan(0);
  const code = await totpAt(secret, new Date());
  usedSecrets.add(code);
  return code;
}

function keep<T extends string[]>(secrets: T): T {
  for (const secret of secrets) usedSecrets.add(secret);
  return secrets;
}

/** A user with a second factor in use, signed in by this browser. */
async function enrol(lane: Lane, project: SignInProject) {
  const email = newEmail();
  const browser = new Browser(lane, project);
  expect((await browser.post("/sign-up/email", { name: "Ada", email, password: PASSWORD })).status).toBe(200);
  const setUp = await browser.post("/two-factor/enable", { password: PASSWORD });
  expect(setUp.status).toBe(200);
  const secret = secretOf(setUp.json.totpURI);
  keep([secret, ...setUp.json.backupCodes]);
  expect((await browser.post("/two-factor/verify-totp", { code: await nextCode(secret) })).status).toBe(200);
  return { email, browser, secret, backupCodes: setUp.json.backupCodes as string[] };
}

describe("the unmodified better-auth client with its two-factor plugin", () => {
  it("sets up an app, is asked for its code at the next sign-in, and is not asked in a trusted browser", async () => {
    const project = await createSignInProject();
    const { client, redirects } = connect(lane, project);
    const email = newEmail();
    await client.signUp.email({ name: "Ada", email, password: PASSWORD });
    const wrongPassword = await client.twoFactor.enable({ password: "not the right one" });
    expect(wrongPassword.error).toMatchObject({ status: 400, code: "INVALID_PASSWORD" });
    const setUp = await client.twoFactor.enable({ password: PASSWORD });
    const totpURI = setUp.data && "totpURI" in setUp.data ? setUp.data.totpURI : "";
    const backupCodes = setUp.data && "backupCodes" in setUp.data ? setUp.data.backupCodes : [];
    expect(totpURI).toMatch(/^otpauth:\/\/totp\/App%20/);
    expect(keep(backupCodes)).toHaveLength(10);
    const secret = secretOf(totpURI);
    keep([secret]);
    expect((await client.getSession()).data?.user).toMatchObject({ twoFactorEnabled: false });
    const enrolled = await client.twoFactor.verifyTotp({ code: await nextCode(secret) });
    expect(enrolled.data?.user).toMatchObject({ email, twoFactorEnabled: true });
    const session = await client.getSession();
    expect(session.data?.session.token).toBe(enrolled.data?.token);
    await client.signOut();

    const challenged = await client.signIn.email({ email, password: PASSWORD });
    expect(challenged.data).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    expect(redirects).toEqual([{ twoFactorMethods: ["totp"] }]);
    expect((await client.getSession()).data).toBeNull();
    const wrong = await client.twoFactor.verifyTotp({ code: await wrongTotp(secret, new Date()) });
    expect(wrong.error).toMatchObject({ status: 401, code: "INVALID_CODE" });
    const verified = await client.twoFactor.verifyTotp({ code: await nextCode(secret), trustDevice: true });
    expect(verified.data?.user.email).toBe(email);
    expect((await client.getSession()).data?.user.email).toBe(email);
    await client.signOut();
    const trusted = await client.signIn.email({ email, password: PASSWORD });
    expect(trusted.data).toMatchObject({ user: { email } });
    const devices = await client.$fetch<{ id: string; isCurrent: boolean }[]>("/list-trusted-devices");
    expect(devices.data).toMatchObject([{ isCurrent: true }]);
    const id = devices.data?.[0]?.id;
    await client.$fetch("/revoke-trusted-device", { method: "POST", body: { id } });
    expect((await client.$fetch("/list-trusted-devices")).data).toEqual([]);
  });

  it("signs in with a backup code, makes new ones, shows the code again and takes the second factor away", async () => {
    const project = await createSignInProject();
    const { email, backupCodes, secret } = await enrol(lane, project);
    const { client } = connect(lane, project);
    const challenge = () => client.signIn.email({ email, password: PASSWORD });
    await challenge();
    const [first = "", second = ""] = backupCodes;
    const wrong = await client.twoFactor.verifyBackupCode({ code: "AAAA-AAAA" });
    expect(wrong.error).toMatchObject({ status: 401, code: "INVALID_BACKUP_CODE" });
    expect((await client.twoFactor.verifyBackupCode({ code: first })).data?.user).toMatchObject({ email });
    const shown = await client.twoFactor.getTotpUri({ password: PASSWORD });
    expect(secretOf(shown.data?.totpURI ?? "")).toBe(secret);
    const made = await client.twoFactor.generateBackupCodes({ password: PASSWORD });
    expect(keep(made.data?.backupCodes ?? [])).toHaveLength(10);
    await client.signOut();
    await challenge();
    const old = await client.twoFactor.verifyBackupCode({ code: second });
    expect(old.error).toMatchObject({ status: 401, code: "INVALID_BACKUP_CODE" });
    await client.twoFactor.verifyBackupCode({ code: made.data?.backupCodes[0] ?? "" });
    expect((await client.twoFactor.disable({ password: PASSWORD })).data).toEqual({ status: true });
    expect((await client.getSession()).data?.user).toMatchObject({ twoFactorEnabled: false });
    await client.signOut();
    expect((await challenge()).data).toMatchObject({ user: { email } });
  });
});

describe("a second factor", () => {
  it("TO-06, TO-07: the cookie of a challenge opens no route, and sets up no other app", async () => {
    const project = await createSignInProject();
    const { email } = await enrol(lane, project);
    const browser = new Browser(lane, project);
    await browser.post("/sign-in/email", { email, password: PASSWORD });
    expect(browser.cookies).toContain("coppice_two-factor_");
    const guarded = signInRoutes.filter(({ definition }) => definition.signIn?.session === "required");
    const cookie = (browser.cookies ?? "").replace("_two-factor_", "_session_");
    let refused = 0;
    for (const { method, pattern, definition } of guarded) {
      const path = pattern.replace("/v1/auth-tenant", "");
      const body = method === "POST" ? { body: {} } : {};
      const given = [definition.body, definition.signIn?.query];
      const needsMore = given.some((schema) => schema?.safeParse({}).success === false);
      for (const sent of [browser.cookies, cookie]) {
        const answer = await askAuth(lane, project, method, path, { cookie: sent, ...body });
        expectAuthRefusal(answer, needsMore ? "VALIDATION_ERROR" : "UNAUTHORIZED");
        if (!needsMore) refused += 1;
      }
    }
    expect(refused).toBeGreaterThanOrEqual(20);
    expect((await browser.get("/get-session")).text).toBe("null");
    expectAuthRefusal(await browser.post("/two-factor/enable", { password: PASSWORD }), "UNAUTHORIZED");
  });

  it("TO-04: five wrong codes end the challenge, and its cookie with it", async () => {
    const project = await createSignInProject();
    const { email, secret } = await enrol(lane, project);
    const browser = new Browser(lane, project);
    await browser.post("/sign-in/email", { email, password: PASSWORD });
    const code = await wrongTotp(secret, new Date());
    for (let i = 0; i < 5; i += 1) {
      expectAuthRefusal(await browser.post("/two-factor/verify-totp", { code }), "INVALID_CODE");
    }
    const right = { code: await nextCode(secret) };
    const dead = await browser.post("/two-factor/verify-totp", right);
    expectAuthRefusal(dead, "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE");
    expect(browser.cookies).toBeNull();
    expectAuthRefusal(await browser.post("/two-factor/verify-totp", right), "INVALID_TWO_FACTOR_COOKIE");
    await browser.post("/sign-in/email", { email, password: PASSWORD });
    expect((await browser.post("/two-factor/verify-totp", right)).status).toBe(200);
    expect(browser.isSignedIn).toBe(true);
  });

  it("BF-01: ten wrong codes close the account's second factor, and say for how long", async () => {
    const project = await createSignInProject();
    const { email, secret, browser: signedIn } = await enrol(lane, project);
    const code = await wrongTotp(secret, new Date());
    for (let i = 0; i < 2; i += 1) {
      const browser = new Browser(lane, project);
      await browser.post("/sign-in/email", { email, password: PASSWORD });
      for (let j = 0; j < 5; j += 1) await browser.post("/two-factor/verify-totp", { code });
    }
    const browser = new Browser(lane, project);
    await browser.post("/sign-in/email", { email, password: PASSWORD });
    const locked = await browser.post("/two-factor/verify-totp", { code: await nextCode(secret) });
    expectAuthRefusal(locked, "ACCOUNT_TEMPORARILY_LOCKED");
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(locked.headers.get("x-retry-after")).toBe(locked.headers.get("retry-after"));
    expect((await signedIn.get("/get-session")).json.user.email).toBe(email);
  });

  it("is limited per address, as the owner says", async () => {
    const project = await createSignInProject({ limits: { secondFactorPerAddress: { limit: 2, windowSeconds: 60 } } });
    const browser = new Browser(lane, project);
    const attempt = () => browser.post("/two-factor/verify-backup-code", { code: "AAAA-AAAA" });
    for (let i = 0; i < 2; i += 1) expectAuthRefusal(await attempt(), "INVALID_TWO_FACTOR_COOKIE");
    expectAuthRefusal(await attempt(), "TOO_MANY_REQUESTS");
  });

  it("is given from the app's own pages only", async () => {
    const project = await createSignInProject();
    const { email, secret } = await enrol(lane, project);
    const browser = new Browser(lane, project);
    await browser.post("/sign-in/email", { email, password: PASSWORD });
    const body = { code: await nextCode(secret) };
    const evil = await browser.post("/two-factor/verify-totp", body, { origin: "https://evil.example" });
    expectAuthRefusal(evil, "INVALID_ORIGIN");
    expect((await browser.post("/two-factor/verify-totp", body)).status).toBe(200);
  });
});
