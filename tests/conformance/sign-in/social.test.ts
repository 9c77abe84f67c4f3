import { afterAll, describe, expect, it } from "vitest";
import { SOCIAL_PROVIDERS, type SocialProvider } from "@/lib/core/ports/identity-providers";
import { setProvider } from "@/lib/sign-in/projects/providers/set";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import { Browser } from "@/tests/support/browser";
import { lane, laneContext, publicUrl, readLogs, usedSecrets } from "@/tests/support/lanes";
import {
  APP_ORIGIN,
  askAuth,
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
  type SignInProject,
} from "@/tests/support/sign-in-lanes";
import { clientAt, fetchIdToken } from "@/tests/support/social";
import { connect, onLane } from "@/tests/support/social-lanes";
import { MICROSOFT_TENANT, signInAt } from "@/tests/support/social-stand-ins";
import { CLIENT, type Person } from "@/tests/support/stand-in-server";

const IN = `${APP_ORIGIN}/in`;
const FAILED = `${APP_ORIGIN}/failed`;

afterAll(() => {
  const logs = readLogs();
  usedSecrets.add(CLIENT.secret);
  expect(usedSecrets.size).toBeGreaterThan(3);
  for (const secret of usedSecrets) expect(logs.includes(secret)).toBe(false);
});

async function createProject(settings: Record<string, unknown> = {}): Promise<SignInProject> {
  const project = await createSignInProject(settings);
  const ctx = await laneContext();
  const { organisationId, id: projectId } = project;
  for (const provider of SOCIAL_PROVIDERS) {
    await setProvider(ctx, { organisationId, projectId, ...clientAt(provider) });
  }
  return project;
}

/** Somebody new, as each provider knows them. */
function newPerson(provider: SocialProvider, email = newEmail()): Person {
  const sub = `${provider}|${email}`;
  const id = Math.floor(Math.random() * 1e9) + 1;
  switch (provider) {
    case "github":
      return { id, login: "ada", name: "Ada", avatar_url: null, emails: [{ email, primary: true, verified: true }] };
    case "discord":
      return { id: String(id), username: "ada", global_name: "Ada", email, verified: true };
    case "microsoft":
      return { sub, tid: MICROSOFT_TENANT, oid: crypto.randomUUID(), email, xms_edov: true, name: "Ada" };
    case "apple":
      return { sub, email, email_verified: "true", user: { name: { firstName: "Ada" } } };
    default:
      return { sub, email, email_verified: true, name: "Ada" };
  }
}

describe("social sign-in", () => {
  it.each(SOCIAL_PROVIDERS)("the unmodified better-auth client signs in by %s", async (provider) => {
    const { client, open } = connect(lane, await createProject());
    const email = newEmail();
    const started = await client.signIn.social({
      provider: provider as "google",
      callbackURL: IN,
      disableRedirect: true,
    });
    expect(started.data).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/), redirect: false });
    const answer = await open(await signInAt(started.data?.url ?? "", newPerson(provider, email)));
    expect({ status: answer.status, location: answer.headers.get("location") }).toEqual({ status: 302, location: IN });
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect((await client.getSession()).data?.user).toMatchObject({ email, emailVerified: true, name: "Ada" });
    expect((await client.listAccounts()).data).toMatchObject([{ providerId: provider }]);
  });

  it.each([
    ["sec-purpose", "prefetch;prerender"],
    ["purpose", "prefetch"],
    ["x-moz", "prefetch"],
  ])("SI-M1: 3.3: a browser's guess by %s uses nothing up, and a second load leads on", async (name, value) => {
    const project = await createProject();
    const browser = new Browser(lane, project);
    const asked = { provider: "google", callbackURL: IN, disableRedirect: true };
    const started = await browser.post("/sign-in/social", asked);
    const address = onLane(lane, await signInAt(started.json.url, newPerson("google")));
    const cookie = browser.cookies ?? "";
    const guess = await fetch(address, { headers: { cookie, [name]: value }, redirect: "manual" });
    expect([guess.status, guess.headers.get("cache-control"), guess.headers.getSetCookie()]).toEqual([
      ...[503, "no-store", []],
    ]);
    expect((await browser.open(address)).headers.get("location")).toBe(IN);
    const again = await browser.open(address);
    const told = await browser.open(onLane(lane, again.headers.get("location") ?? ""));
    expect([told.status, told.headers.get("location")]).toEqual([302, IN]);
  });

  it("the client signs in by an ID token that the app has got itself, once, from the app's own origin", async () => {
    const project = await createProject();
    const { client } = connect(lane, project);
    const [email, provider] = [newEmail(), "google"] as const;
    const { data } = await client.signIn.social({ provider, disableRedirect: true });
    const { origin } = new URL(data?.url ?? "");
    const { token } = await fetchIdToken({ project }, { origin }, newPerson(provider, email), "n-0S6_WzA2Mj");
    usedSecrets.add(token.slice(token.lastIndexOf(".") + 1));
    const body = { provider, idToken: { token, nonce: "n-0S6_WzA2Mj" } };
    const planted = await askAuth(lane, project, "POST", "/sign-in/social", { body, origin: "https://evil.example" });
    expectAuthRefusal(planted, "INVALID_ORIGIN");
    const signedIn = await client.signIn.social(body);
    expect(signedIn.data).toMatchObject({ redirect: false, user: { email, emailVerified: true } });
    expect((await client.getSession()).data?.user.email).toBe(email);
    const replayed = await connect(lane, project).client.signIn.social(body);
    expect(replayed.error).toMatchObject({ status: 401, code: "INVALID_TOKEN" });
  });

  it("links, lists and unlinks by the client", async () => {
    const { client, open } = connect(lane, await createProject());
    await client.signUp.email({ name: "Ada", email: newEmail(), password: PASSWORD });
    usedSecrets.add(PASSWORD);
    const started = await client.linkSocial({ provider: "github", callbackURL: IN, disableRedirect: true });
    const answer = await open(await signInAt(started.data?.url ?? "", newPerson("github")));
    expect(answer.headers.get("location")).toBe(IN);
    const accounts = (await client.listAccounts()).data ?? [];
    expect(accounts.map(({ providerId }) => providerId).sort()).toEqual(["credential", "github"]);
    const github = accounts.find(({ providerId }) => providerId === "github");
    const unlinked = await client.$fetch("/unlink-account", { method: "POST", body: { accountId: github?.id ?? "" } });
    expect(unlinked.data).toEqual({ status: true });
    expect((await client.listAccounts()).data).toMatchObject([{ providerId: "credential" }]);
  });

  it("starts by a POST with a Location, and by a GET that redirects at once", async () => {
    const project = await createProject();
    const browser = new Browser(lane, project);
    const { json, headers } = await browser.post("/sign-in/social", { provider: "google", callbackURL: IN });
    expect(json).toEqual({ url: expect.any(String), redirect: true });
    expect(headers.get("location")).toBe(json.url);
    const [cookie = "", ...others] = headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(
      new RegExp(`^coppice_social_${project.id}=.+; Max-Age=600; Path=/; HttpOnly; SameSite=Lax$`),
    );
    const redirectUri = `${publicUrl}/auth/${project.id}/callback/google`;
    expect(new URL(json.url).searchParams.get("redirect_uri")).toBe(redirectUri);
    const other = new Browser(lane, project);
    const link = `${lane.baseUrl}/auth/${project.id}/social/konnos?redirect_to=${encodeURIComponent(IN)}`;
    const started = await other.open(link);
    expect(started.status).toBe(302);
    const returned = await signInAt(started.headers.get("location") ?? "", newPerson("konnos"));
    const back = await other.open(onLane(lane, returned));
    expect(back.headers.get("location")).toBe(IN);
    expect(other.isSignedIn).toBe(true);
  });

  it("OA-13: sets the Strict cookie, and goes on to a page of its own from a page", async () => {
    const project = await createProject();
    const browser = new Browser(lane, project);
    const page = `${publicUrl}/auth/${project.id}/account?a=1&b=%22%3E`;
    const { json } = await browser.post("/sign-in/social", { provider: "google", callbackURL: page });
    const back = await browser.open(onLane(lane, await signInAt(json.url, newPerson("google"))));
    expect(back.status).toBe(200);
    expect(back.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(back.headers.get("content-security-policy")).toContain("default-src 'none'");
    const html = await back.text();
    expect(html).toContain(`content="0; url=${page.replaceAll("&", "&amp;")}"`);
    const session = back.headers.getSetCookie().find((field) => field.includes("_session_"));
    expect(session).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(back.headers.getSetCookie().some((field) => /_social_.*Max-Age=0/.test(field))).toBe(true);
  });

  it("takes a provider's form by leading to the same address with GET, cookie or not", async () => {
    const project = await createProject();
    const url = `${lane.baseUrl}/auth/${project.id}/callback/google`;
    const ask = (init: RequestInit) => fetch(`${url}?state=s`, { method: "POST", redirect: "manual", ...init });
    const headers = { origin: "https://provider.example", cookie: "a=b" };
    const answer = await ask({ body: new URLSearchParams({ code: "c&d", user: "x" }), headers });
    expect(answer.status).toBe(302);
    const target = `${publicUrl}/auth/${project.id}/callback/google?state=s&code=c%26d`;
    expect(answer.headers.get("location")?.split("?")[0]).toBe(target.split("?")[0]);
    const given = Object.fromEntries(new URL(answer.headers.get("location") ?? "").searchParams);
    expect(given).toEqual({ state: "s", code: "c&d" });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const json = await ask({ body: "{}", headers: { "content-type": "application/json" } });
    expect(json.status).toBe(415);
  });

  it("3.6: Apple's form, from its own site and without a cookie, signs in and keeps the name, twice and by no foreign state", async () => {
    const project = await createProject();
    const [browser, other] = [new Browser(lane, project), new Browser(lane, project)];
    const start = async (from: Browser) =>
      (await from.post("/sign-in/social", { provider: "apple", callbackURL: IN, disableRedirect: true })).json.url;
    const person = { ...newPerson("apple"), user: { name: { firstName: "Zoë", lastName: "O'Neil" } } };
    const sent = new URL(onLane(lane, await signInAt(await start(browser), person)));
    const byForm = async (fields: URLSearchParams) => {
      const headers = { origin: "https://appleid.apple.com", "sec-fetch-site": "cross-site" };
      const answer = await fetch(sent.origin + sent.pathname, {
        ...{ method: "POST", body: fields, headers, redirect: "manual" },
      });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([302, []]);
      return onLane(lane, answer.headers.get("location") ?? "");
    };
    await start(other);
    const foreign = await other.open(await byForm(sent.searchParams));
    expect([foreign.headers.get("location"), other.isSignedIn]).toEqual([
      ...[expect.stringContaining("error=state_mismatch"), false],
    ]);
    for (const told of [await byForm(sent.searchParams), await byForm(sent.searchParams)]) {
      let answer = await browser.open(told);
      const next = answer.headers.get("location") ?? "";
      if (next !== IN) answer = await browser.open(onLane(lane, next));
      expect(answer.headers.get("location")).toBe(IN);
    }
    expect((await browser.get("/get-session")).json.user.name).toBe("Zoë O'Neil");
  });

  it("OR-01: leads to no address that is not the project's", async () => {
    const project = await createProject();
    const wrong = ["//evil.example", "/\\evil.example", "https:evil.example", "https://app.example.com@evil.example"];
    wrong.push("https://app.example.com.evil.example", "javascript:alert(1)", "data:text/html,x", "/a%0d%0ab\r\n");
    wrong.push("http://localhost:80@evil.example", "/\tevil.example", `${publicUrl}/auth/p_other/account`);
    const fields = {
      callbackURL: "INVALID_CALLBACK_URL",
      errorCallbackURL: "INVALID_ERROR_CALLBACK_URL",
      newUserCallbackURL: "INVALID_NEW_USER_CALLBACK_URL",
    } as const;
    for (const address of wrong) {
      for (const [field, code] of Object.entries(fields)) {
        const body = { provider: "google", [field]: address };
        const answer = await askAuth(lane, project, "POST", "/sign-in/social", { body });
        expectAuthRefusal(answer, code as "INVALID_CALLBACK_URL");
      }
      const query = new URLSearchParams({ redirect_to: address });
      const link = await fetch(`${lane.baseUrl}/auth/${project.id}/social/google?${query}`, { redirect: "manual" });
      expect(link.status).toBe(403);
    }
  });

  it("leads failures to the app's page, else to the project's error page, with the code alone", async () => {
    const project = await createProject();
    const browser = new Browser(lane, project);
    const start = { provider: "github", callbackURL: IN, errorCallbackURL: FAILED };
    const { json } = await browser.post("/sign-in/social", start);
    const denied = new URL(await signInAt(json.url, { error: "access_denied" }));
    denied.searchParams.set("error_description", "<img src=x onerror=alert(1)>");
    const back = await browser.open(onLane(lane, denied.href));
    expect(back.headers.get("location")).toBe(`${FAILED}?error=access_denied`);
    const lost = await browser.open(`${lane.baseUrl}/auth/${project.id}/callback/github?code=a&state=b`);
    const { pathname, searchParams } = new URL(lost.headers.get("location") ?? "");
    expect([pathname, searchParams.get("error")]).toEqual([`/auth/${project.id}/error`, "state_mismatch"]);
  });

  it("OA-14: refuses read-only keys, suspended projects and providers nobody has set", async () => {
    const project = await createProject();
    const start = (options: Parameters<typeof askAuth>[4] = {}) =>
      askAuth(lane, project, "POST", "/sign-in/social", { body: { provider: "google" }, ...options });
    expectAuthRefusal(await start({ key: project.readKey }), "READ_ONLY_KEY");
    expectAuthRefusal(await start({ body: { provider: "myspace" } }), "PROVIDER_NOT_FOUND");
    expectAuthRefusal(await start({ body: { provider: "github", idToken: { token: "x" } } }), "ID_TOKEN_NOT_SUPPORTED");
    expectAuthRefusal(await start({ origin: "https://evil.example" }), "INVALID_ORIGIN");
    for (const path of ["/link-social", "/unlink-account"]) {
      const body = { provider: "google", accountId: "acc_1" };
      expectAuthRefusal(await askAuth(lane, project, "POST", path, { body }), "UNAUTHORIZED");
      expectAuthRefusal(await askAuth(lane, project, "POST", path, { body, key: project.readKey }), "READ_ONLY_KEY");
    }
    const browser = new Browser(lane, project);
    const { json } = await browser.post("/sign-in/social", { provider: "google" });
    const returned = await signInAt(json.url, newPerson("google"));
    const ctx = await laneContext();
    await setProjectStatus(ctx, { projectId: project.id, status: "suspended" });
    expectAuthRefusal(await start(), "PROJECT_SUSPENDED");
    for (const url of [returned, `${publicUrl}/auth/${project.id}/social/google`]) {
      const answer = await browser.open(onLane(lane, url));
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: "PROJECT_SUSPENDED" });
    }
    expect(browser.isSignedIn).toBe(false);
  });

  it("tells pages which ways are on, to be kept for a minute", async () => {
    const project = await createProject({ methods: { password: false } });
    const answer = await askAuth(lane, project, "GET", "/methods");
    expect(answer.json).toMatchObject({
      methods: { password: false, magicLink: true },
      providers: [...SOCIAL_PROVIDERS],
    });
    expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
    const bare = await createSignInProject();
    expect((await askAuth(lane, bare, "GET", "/methods")).json.providers).toEqual([]);
  });
});
