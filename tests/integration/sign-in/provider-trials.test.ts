import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setProvider } from "@/lib/sign-in/projects/providers/set";
import { turnProvider } from "@/lib/sign-in/projects/providers/turn";
import { finishSocial } from "@/lib/sign-in/social/finish";
import type { ProviderTrial } from "@/lib/sign-in/social/trial/resource";
import { showTrial } from "@/lib/sign-in/social/trial/show";
import { startTrial } from "@/lib/sign-in/social/trial/start";
import { OPERATOR } from "@/tests/support/context";
import { type HostileProvider, startHostileProvider } from "@/tests/support/hostile-oidc-provider";
import { ownersOf } from "@/tests/support/project-members";
import { eventsOf, makeUserContext } from "@/tests/support/sign-in";
import { ADA, comeBack, errorOf, makeSocialContext, signInBy } from "@/tests/support/social";
import { type SocialStandIns, signInAt, startSocialStandIns } from "@/tests/support/social-stand-ins";
import { CLIENT, type Person } from "@/tests/support/stand-in-server";
import { nextRequest, otherBrowser, receiveCookies, send, type TestRequest } from "@/tests/support/test-browser";
import { makeTrier, type Trier } from "@/tests/support/trier";

let hostile: HostileProvider;
let standIns: SocialStandIns;
beforeAll(async () => {
  [hostile, standIns] = await Promise.all([startHostileProvider(), startSocialStandIns()]);
});
afterAll(async () => {
  await Promise.all([hostile.close(), standIns.close()]);
});

/** Presses "Try it" in this browser. Returns where it leads. */
async function start(browser: TestRequest, trier: Trier, provider: string): Promise<string> {
  const started = startTrial(trier.ctx, { ...trier.place, provider });
  const work = started.then(({ redirect, cookie }) => ({ redirect, cookies: cookie ? [cookie] : [] }));
  return (await receiveCookies(browser, work)).redirect;
}

function reportAt(trier: Trier, address: string | null): Promise<ProviderTrial> {
  return showTrial(trier.ctx, { ...trier.place, trialId: address?.split("/").at(-1) ?? "" });
}

/** Tries the provider as this person, to the report. */
async function tryIt(browser: TestRequest, trier: Trier, provider: string, person: Person): Promise<ProviderTrial> {
  const url = await start(browser, trier, provider);
  const back = await comeBack(browser, provider, await signInAt(url, person));
  return reportAt(trier, back.received.continueTo);
}

async function setIssuer(ctx: TestRequest, issuer: string, clientSecret = CLIENT.secret) {
  const { address } = await ownersOf(ctx);
  const acme = { provider: "acme", name: "Acme", clientId: CLIENT.id, clientSecret, issuer };
  await setProvider({ ...ctx, actor: OPERATOR }, { ...address, ...acme });
}

async function people(ctx: TestRequest) {
  const where = { projectId: ctx.project.id };
  const [users, accounts, sessions] = await Promise.all([
    ctx.db.user.count({ where }),
    ctx.db.account.count({ where }),
    ctx.db.session.count({ where }),
  ]);
  return { users, accounts, sessions };
}

const NOBODY = { users: 0, accounts: 0, sessions: 0 };
const EVERY_STEP = ["redirect", "response", "code", "id-token", "profile", "user"];

describe("a provider that is tried", () => {
  it.each(["google", "microsoft", "konnos", "apple"])("%s passes every step, and nobody is made", async (provider) => {
    const browser = await makeSocialContext(standIns);
    const trier = await makeTrier(browser);
    const person = {
      ...(provider === "apple" ? { ...ADA, email_verified: "true" } : ADA),
      ...(provider === "microsoft" && {
        tid: "11111111-2222-4333-8444-555555555555",
        oid: "22222222-2222-4333-8444-555555555555",
        xms_edov: true,
      }),
    };
    const report = await tryIt(browser, trier, provider, person);
    expect(report).toMatchObject({
      steps: EVERY_STEP,
      passed: EVERY_STEP,
      failure: null,
      token: { audience: CLIENT.id },
    });
    expect(report.profile).toMatchObject({ email: "ada@example.com", emailVerified: true });
    expect(report.outcome).toMatchObject({ kind: "new", userId: null });
    expect(report.claims).toContainEqual({ name: "email", value: ADA.email, use: "email" });
    expect(await people(browser)).toEqual(NOBODY);
    expect(await eventsOf(browser)).toEqual([]);
    const audit = await browser.db.auditEvent.findMany({ where: { actorId: trier.ctx.actor.id } });
    expect(audit).toMatchObject([{ action: "project_provider.try", data: { provider } }]);
  });

  it.each([
    ["github", { id: 583231, login: "ada", emails: [{ email: "ada@example.com", primary: true, verified: true }] }],
    ["discord", { id: "80351110224678912", username: "ada", email: "ada@example.com", verified: true, locale: "en" }],
  ])("%s, which has no ID token, tells only the claims that a user is made from", async (provider, person) => {
    const browser = await makeSocialContext(standIns);
    const trier = await makeTrier(browser);
    const report = await tryIt(browser, trier, provider, person);
    expect(report.passed).toEqual(EVERY_STEP.filter((step) => step !== "id-token"));
    expect(report.token).toBeNull();
    expect(report.claims.every(({ use }) => use !== null)).toBe(true);
    expect(await people(browser)).toEqual(NOBODY);
  });

  it("an issuer of the project's own is tried while it is off, and no token is stored", async () => {
    const browser = await makeUserContext();
    await setIssuer(browser, standIns.konnosIssuer);
    const trier = await makeTrier(browser);
    const { sessionId: _, ...address } = trier.place;
    await turnProvider(trier.ctx, { ...address, provider: "acme", isEnabled: false });
    const report = await tryIt(browser, trier, "acme", ADA);
    expect(report).toMatchObject({ passed: EVERY_STEP, issuer: standIns.konnosIssuer });
    const stored = await browser.db.flow.findMany({ where: { projectId: browser.project.id } });
    expect(JSON.stringify(stored)).not.toMatch(/eyJ|access_token|secret-of/);
  });

  it("tells the effect of a sign-in on a user who is there, and does nothing", async () => {
    const browser = await makeSocialContext(standIns);
    const trier = await makeTrier(browser);
    await signInBy(otherBrowser(browser), "google", ADA);
    const before = await people(browser);
    expect((await tryIt(browser, trier, "google", ADA)).outcome?.kind).toBe("linked");
    expect((await tryIt(browser, trier, "konnos", ADA)).outcome?.kind).toBe("same-address");
    const unverified = await tryIt(browser, trier, "konnos", { ...ADA, sub: "other", email_verified: false });
    expect(unverified.outcome).toBeNull();
    expect(unverified.failure).toMatchObject({ step: "user", code: "account_not_linked" });
    expect(unverified.failure?.advice).toContain("hasn't verified it");
    expect(await people(browser)).toEqual(before);
  });

  it("an address that is not verified is told where the project asks for verified ones", async () => {
    const browser = await makeSocialContext(standIns, { settings: { requireVerifiedEmail: true } });
    const trier = await makeTrier(browser);
    const report = await tryIt(browser, trier, "google", { ...ADA, email_verified: false });
    expect(report.profile).toMatchObject({ emailVerified: false });
    expect(report.failure).toMatchObject({ step: "user", code: "email_not_verified" });
  });
});

describe("a fault is told with the provider's own error and its remedy", () => {
  it("a wrong secret", async () => {
    const browser = await makeUserContext();
    await setIssuer(browser, standIns.konnosIssuer, "a-wrong-secret");
    const trier = await makeTrier(browser);
    const report = await tryIt(browser, trier, "acme", ADA);
    expect(report.passed).toEqual(["redirect", "response"]);
    expect(report.failure).toMatchObject({ step: "code", detail: expect.stringMatching(/^invalid_client/) });
    expect(report.failure?.advice).toContain("doesn't accept the client ID with this secret");
  });

  it("the provider says no", async () => {
    const browser = await makeUserContext();
    await setIssuer(browser, hostile.origin);
    const trier = await makeTrier(browser);
    const report = await tryIt(browser, trier, "acme", { error: "access_denied" });
    expect(report).toMatchObject({ passed: ["redirect"], failure: { step: "response", detail: "access_denied" } });
    expect(report.failure?.advice).toContain("consent was denied");
  });

  it.each([
    ["nonce", "claim: nonce", "nonce"],
    ["audience", "claim: aud", "another client"],
    ["issuer", "claim: iss", "another issuer"],
    ["expired", "clock: exp", "clock"],
    ["unknown-key", "signature", "signed by a key"],
  ])("an ID token with the fault %s", async (fault, detail, words) => {
    const browser = await makeUserContext();
    await setIssuer(browser, hostile.origin);
    const trier = await makeTrier(browser);
    const report = await tryIt(browser, trier, "acme", { ...ADA, fault });
    expect(report.passed).toEqual(["redirect", "response", "code"]);
    expect(report.failure).toMatchObject({ step: "id-token", detail });
    expect(report.failure?.advice).toContain(words);
    expect(report.claims).toEqual([]);
  });

  it("an issuer that cannot be reached any more has its report at once", async () => {
    const browser = await makeUserContext();
    const gone = await startHostileProvider();
    await setIssuer(browser, gone.origin);
    await gone.close();
    const trier = await makeTrier(browser);
    const report = await reportAt(trier, await start(browser, trier, "acme"));
    expect(report.failure).toMatchObject({ step: "redirect", code: "temporarily_unavailable" });
    expect(report.failure?.advice).toContain("can't be read");
  });
});

describe("a trial belongs to one session, once", () => {
  const makeOne = async () => {
    const browser = await makeSocialContext(standIns);
    const trier = await makeTrier(browser);
    return { browser, trier, url: await start(browser, trier, "google") };
  };

  it("the state of another member's browser is refused", async () => {
    const { browser, url } = await makeOne();
    const back = await comeBack(otherBrowser(browser), "google", await signInAt(url, ADA));
    expect(errorOf(back)).toBe("state_mismatch");
    const theirs = otherBrowser(browser);
    await start(theirs, await makeTrier(browser), "google");
    expect(errorOf(await comeBack(theirs, "google", await signInAt(url, ADA)))).toBe("state_mismatch");
    expect(await people(browser)).toEqual(NOBODY);
  });

  it("a used state is refused, also where the browser keeps its cookie", async () => {
    const { browser, trier, url } = await makeOne();
    const returned = await signInAt(url, ADA);
    const first = await comeBack(browser, "google", returned);
    expect((await reportAt(trier, first.received.continueTo)).failure).toBeNull();
    expect(errorOf(await comeBack(first, "google", returned))).toBe("state_mismatch");
    const kept = await nextRequest(browser);
    await send(kept, finishSocial, { provider: "google", ...Object.fromEntries(new URL(returned).searchParams) });
    expect(errorOf(kept)).toBe("state_mismatch");
  });

  it("ends with the member's session", async () => {
    const { browser, trier, url } = await makeOne();
    await browser.db.session.delete({ where: { id: trier.place.sessionId } });
    expect(errorOf(await comeBack(browser, "google", await signInAt(url, ADA)))).toBe("state_mismatch");
  });

  it("its report is shown to nobody else, and for 15 minutes", async () => {
    const { browser, trier, url } = await makeOne();
    const back = await comeBack(browser, "google", await signInAt(url, ADA));
    const trialId = back.received.continueTo?.split("/").at(-1) ?? "";
    const other = await makeTrier(browser, "owner");
    await expect(showTrial(other.ctx, { ...other.place, trialId })).rejects.toMatchObject({ code: "not_found" });
    const later = { now: () => new Date(trier.ctx.clock.now().getTime() + 15 * 60_000) };
    const late = showTrial({ ...trier.ctx, clock: later }, { ...trier.place, trialId });
    await expect(late).rejects.toMatchObject({ code: "not_found" });
    const asViewer = { ...trier.ctx, actor: { ...trier.ctx.actor, role: "viewer" } } as typeof trier.ctx;
    await expect(showTrial(asViewer, { ...trier.place, trialId })).rejects.toMatchObject({
      code: "missing_permission",
    });
  });

  it("a viewer, a stranger and a suspended project start none", async () => {
    const browser = await makeSocialContext(standIns);
    const viewer = await makeTrier(browser, "viewer");
    await expect(start(browser, viewer, "google")).rejects.toMatchObject({ code: "missing_permission" });
    const trier = await makeTrier(browser);
    const { stranger } = await ownersOf(browser);
    const asked = startTrial({ ...stranger, signIn: browser.signIn }, { ...trier.place, provider: "google" });
    await expect(asked).rejects.toMatchObject({ code: "not_found" });
    await expect(start(browser, trier, "nobody")).rejects.toMatchObject({ code: "not_found" });
    await browser.db.project.update({ where: { id: browser.project.id }, data: { status: "suspended" } });
    await expect(start(browser, trier, "google")).rejects.toMatchObject({ code: "project_suspended" });
    expect(await browser.db.flow.count({ where: { projectId: browser.project.id } })).toBe(0);
  });
});
