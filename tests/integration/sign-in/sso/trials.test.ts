import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAML_REFUSALS } from "@/lib/core/ports/saml";
import { postOpenSetUpForm } from "@/lib/hosted-pages/forms/set-up";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { createSetUpLink } from "@/lib/sign-in/sso/set-up/create-link";
import { requireSetUp } from "@/lib/sign-in/sso/set-up/current";
import { revokeSetUpLink } from "@/lib/sign-in/sso/set-up/revoke-link";
import { trySetUp } from "@/lib/sign-in/sso/set-up/try";
import { adviceOn } from "@/lib/sign-in/sso/trial/advice";
import type { SsoTrial } from "@/lib/sign-in/sso/trial/resource";
import { showSsoTrial } from "@/lib/sign-in/sso/trial/show";
import { startSsoTrial } from "@/lib/sign-in/sso/trial/start";
import { type HostileProvider, startHostileProvider } from "@/tests/support/hostile-oidc-provider";
import { tokenOf } from "@/tests/support/mailed-proof";
import { type OidcStandIn, startOidcProvider } from "@/tests/support/oidc-provider";
import { ownersOf } from "@/tests/support/project-members";
import {
  makeIdentityProvider,
  metadataOf,
  readRequest,
  type Said,
  saidTo,
  signedResponse,
} from "@/tests/support/saml-identity-provider";
import { eventsOf, signUp } from "@/tests/support/sign-in";
import { signInAt as signInAtIssuer } from "@/tests/support/social-stand-ins";
import {
  comeBackTo,
  connect,
  connectOidc,
  DOMAIN,
  errorIn,
  follow,
  makeSsoContext,
  operatorOf,
  post,
  proveDomain,
  signInAt,
} from "@/tests/support/sso";
import { CLIENT, type Person } from "@/tests/support/stand-in-server";
import {
  nextRequest,
  otherBrowser,
  receiveCookies,
  send,
  submit,
  type TestRequest,
} from "@/tests/support/test-browser";
import { makeTrier, type Trier } from "@/tests/support/trier";

let acme: OidcStandIn;
let hostile: HostileProvider;
beforeAll(async () => {
  const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] };
  const options = { issuerPath: "", client: CLIENT, claims, claimsInIdToken: false } as const;
  acme = await startOidcProvider({ ...options, authentication: "client_secret_basic" });
  hostile = await startHostileProvider();
});
afterAll(async () => {
  await Promise.all([acme.close(), hostile.close()]);
});

type Browser = Awaited<ReturnType<typeof makeSsoContext>>;
const EMAIL = `ada@${DOMAIN}`;
const ADA = { sub: "ada-of-acme", email: EMAIL, name: "Ada Lovelace" };

/** A connection that is off, with a verified domain. */
async function connected(ctx: Browser, given: { issuer?: string; createsUsers?: boolean } = {}) {
  const { issuer, createsUsers = true } = given;
  const idp = await makeIdentityProvider();
  const protocol = issuer === undefined ? "saml" : "oidc";
  const at =
    issuer === undefined
      ? { saml: { metadata: metadataOf(idp) } }
      : { oidc: { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret } };
  const made = { name: "Acme", protocol, createsUsers, startsAtProvider: false, ...at } as const;
  const { id } = await createSsoConnection(operatorOf(ctx), { ...made, projectId: ctx.project.id });
  await proveDomain(ctx, id, DOMAIN);
  return { idp, id };
}

const asMember = ({ place }: Trier) => ({ kind: "member", ...place }) as const;

/** Presses "Try it" on the dashboard in this browser. Returns where it leads. */
async function press(browser: TestRequest, trier: Trier, connectionId: string): Promise<string> {
  const { organisationId, sessionId, projectId } = trier.place;
  const by = { kind: "member", organisationId, sessionId } as const;
  const started = startSsoTrial(trier.ctx, { projectId, connectionId, trier: by });
  const work = started.then(({ redirect, cookie }) => ({ redirect, cookies: cookie ? [cookie] : [] }));
  return (await receiveCookies(browser, work)).redirect;
}

function reportAt(trier: Trier, connectionId: string, address: string | null): Promise<SsoTrial> {
  const { organisationId, sessionId, projectId } = trier.place;
  const by = { kind: "member", organisationId, sessionId } as const;
  return showSsoTrial(trier.ctx, {
    ...{ projectId, connectionId, trier: by },
    trialId: address?.split("/").at(-1) ?? "",
  });
}

/** Tries the connection at its SAML identity provider, to the report. */
async function trySaml(
  ctx: Browser,
  { idp, id }: Awaited<ReturnType<typeof connected>>,
  changes: Partial<Said> = {},
  forge = (xml: string) => xml,
): Promise<SsoTrial> {
  const trier = await makeTrier(ctx, "admin");
  const url = await press(ctx, trier, id);
  const said = saidTo(idp, readRequest(url), ctx.clock.now(), changes);
  const relayState = new URL(url).searchParams.get("RelayState") ?? "";
  const browser = await nextRequest(ctx);
  expect(await post(browser, id, forge(signedResponse(idp, said)), relayState)).toContain("/continue");
  return reportAt(trier, id, (await follow(browser, id)).received.continueTo);
}

async function tryOidc(ctx: Browser, id: string, person: Person): Promise<SsoTrial> {
  const trier = await makeTrier(ctx, "admin");
  const url = await press(ctx, trier, id);
  const back = await comeBackTo(ctx, id, await signInAtIssuer(url, person));
  return reportAt(trier, id, back.received.continueTo);
}

async function people({ db, project }: TestRequest) {
  const where = { projectId: project.id };
  const [users, accounts, sessions, there] = await Promise.all([
    db.user.count({ where }),
    db.account.count({ where }),
    db.session.count({ where }),
    db.ssoSession.count({ where: { connection: { projectId: project.id } } }),
  ]);
  return { users, accounts, sessions, there };
}

const NOBODY = { users: 0, accounts: 0, sessions: 0, there: 0 };

describe("a connection that is tried while it is off", () => {
  it("shows each attribute of SAML, and makes nobody", async () => {
    const ctx = await makeSsoContext();
    const at = await connected(ctx);
    const attributes =
      '<saml:Attribute Name="groups"><saml:AttributeValue>staff</saml:AttributeValue><saml:AttributeValue>ops</saml:AttributeValue></saml:Attribute>';
    const report = await trySaml(ctx, at, { nameId: "ada-7", attributes });
    expect(report).toMatchObject({ failure: null, protocol: "saml", issuer: at.idp.entityId, name: "Acme" });
    expect(report.claims).toEqual([
      { name: "email", value: EMAIL, use: "email" },
      { name: "displayName", value: "Ada Lovelace", use: "name" },
      { name: "groups", value: "staff, ops", use: null },
    ]);
    expect(report.person).toEqual({
      ...{ subject: "ada-7", subjectFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" },
      ...{ email: EMAIL, isDomainVerified: true, name: "Ada Lovelace" },
    });
    expect(report.session).toMatchObject({ acr: "urn:oasis:names:tc:SAML:2.0:ac:classes:Password", amr: [] });
    expect(report.session?.authenticatedAt).toMatch(/Z$/);
    expect(report.outcome).toEqual({ kind: "new", userId: null, email: EMAIL, needsSecondFactor: false });
    expect(await people(ctx)).toEqual(NOBODY);
    expect(await eventsOf(ctx)).toEqual([]);
    const audits = await ctx.db.auditEvent.findMany({ where: { targetId: at.id, action: "sso_connection.try" } });
    expect(audits).toMatchObject([{ actorKind: "member", data: { name: "Acme" } }]);
    expect(JSON.stringify(audits)).not.toContain(EMAIL);
  });

  it("shows each claim of OpenID Connect, and makes nobody", async () => {
    const ctx = await makeSsoContext();
    const { id } = await connected(ctx, { issuer: acme.issuer });
    const report = await tryOidc(ctx, id, ADA);
    expect(report).toMatchObject({ failure: null, protocol: "oidc", issuer: acme.issuer });
    expect(report.person).toMatchObject({ subject: ADA.sub, email: EMAIL, isDomainVerified: true });
    expect(report.claims).toEqual(
      expect.arrayContaining([
        { name: "sub", value: ADA.sub, use: "id" },
        { name: "email", value: EMAIL, use: "email" },
        { name: "name", value: ADA.name, use: "name" },
        { name: "iss", value: acme.issuer, use: null },
      ]),
    );
    expect(report.claims.map(({ name }) => name)).not.toContain("nonce");
    expect(report.outcome).toMatchObject({ kind: "new" });
    expect(await people(ctx)).toEqual(NOBODY);
    expect(await eventsOf(ctx)).toEqual([]);
  });

  it("shows amr, acr and auth_time where an issuer tells them", async () => {
    const ctx = await makeSsoContext();
    const { id } = await connected(ctx, { issuer: hostile.origin });
    const at = Math.floor(ctx.clock.now().getTime() / 1_000) - 60;
    const report = await tryOidc(ctx, id, { ...ADA, amr: ["pwd", "otp"], acr: "gold", auth_time: at });
    const authenticatedAt = new Date(at * 1_000).toISOString();
    expect(report.session).toEqual({ amr: ["pwd", "otp"], acr: "gold", authenticatedAt });
  });

  it("tells the outcome for a user who is there, and changes nothing", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const same = { idp: at.idp, id: at.connection.id };
    const { id: userId } = await signUp(otherBrowser(ctx), EMAIL);
    const before = await people(ctx);
    expect((await trySaml(ctx, same)).outcome).toMatchObject({ kind: "same-address", userId });
    expect(await people(ctx)).toEqual(before);
    await signInAt({ ...otherBrowser(ctx), clock: ctx.clock }, at, { nameId: "ada-7" });
    expect((await trySaml(ctx, same, { nameId: "ada-7" })).outcome).toMatchObject({ kind: "linked", userId });
  });

  it("keeps the response sealed", async () => {
    const ctx = await makeSsoContext();
    const at = await connected(ctx);
    const trier = await makeTrier(ctx, "admin");
    const url = await press(ctx, trier, at.id);
    const browser = await nextRequest(ctx);
    await post(browser, at.id, signedResponse(at.idp, saidTo(at.idp, readRequest(url), ctx.clock.now())));
    const stored = async () => JSON.stringify(await ctx.db.flow.findMany({ where: { projectId: ctx.project.id } }));
    expect(await stored()).not.toMatch(/ada@/i);
    const { continueTo } = (await follow(browser, at.id)).received;
    expect(await stored()).not.toMatch(/ada@/i);
    expect(continueTo).not.toMatch(/ada@/i);
  });
});

describe("a person who would be refused is told why, with everything that was received", () => {
  it("an address elsewhere, and none", async () => {
    const ctx = await makeSsoContext();
    const at = await connected(ctx);
    const foreign = await trySaml(ctx, at, { email: "ada@other.example" });
    expect(foreign.person).toMatchObject({ email: "ada@other.example", isDomainVerified: false });
    expect(foreign.failure).toMatchObject({ code: "email_domain_not_verified", reason: "sso_foreign_email" });
    expect(foreign.failure?.advice).toContain(`${DOMAIN}. Add and verify the domain of ada@other.example`);
    expect(foreign.claims).toContainEqual({ name: "email", value: "ada@other.example", use: "email" });
    const none = await trySaml(ctx, at, { email: null });
    expect(none.failure).toMatchObject({ code: "email_not_found" });
    expect(none.failure?.advice).toContain("as the attribute email, or as the NameID");
  });

  it("someone new where no users are created, and a banned user", async () => {
    const ctx = await makeSsoContext();
    const at = await connected(ctx, { createsUsers: false });
    expect((await trySaml(ctx, at)).failure).toMatchObject({ reason: "sso_no_new_users" });
    const { id } = await signUp(otherBrowser(ctx), EMAIL);
    await ctx.db.user.update({ where: { id }, data: { bannedAt: ctx.clock.now() } });
    expect((await trySaml(ctx, at)).failure).toMatchObject({ code: "banned" });
  });

  it("an address that the issuer says isn't verified", async () => {
    const ctx = await makeSsoContext();
    const { id } = await connected(ctx, { issuer: acme.issuer });
    const report = await tryOidc(ctx, id, { ...ADA, email_verified: false });
    expect(report.failure?.advice).toContain("email_verified is false");
    expect(report.claims).toContainEqual({ name: "email_verified", value: "false", use: "email-verified" });
    expect(report.person).toMatchObject({ subject: ADA.sub });
  });
});

describe("a response that isn't accepted is told with what to change", () => {
  it.each<[string, Partial<Said>, string]>([
    ["saml_audience", { audience: "https://else.example" }, "/metadata."],
    ["saml_recipient", { recipient: "https://else.example" }, "/acs."],
    ["saml_issuer", { issuer: "https://else.example" }, "another identity provider"],
    ["saml_status", { status: "urn:oasis:names:tc:SAML:2.0:status:Responder" }, "assigned to the app"],
    ["saml_clock", { notBefore: new Date(0), notOnOrAfter: new Date(1) }, "clock"],
    ["saml_subject", { nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }, "NameID"],
  ])("%s", async (reason, changes, words) => {
    const ctx = await makeSsoContext();
    const report = await trySaml(ctx, await connected(ctx), changes);
    expect(report).toMatchObject({ person: null, claims: [], outcome: null, failure: { reason } });
    expect(report.failure?.advice).toContain(words);
    expect(await people(ctx)).toEqual(NOBODY);
  });

  it("a signature by another key, and a response that can't be read", async () => {
    const ctx = await makeSsoContext();
    const at = await connected(ctx);
    const { privateKey } = await makeIdentityProvider();
    const forged = await trySaml(ctx, { ...at, idp: { ...at.idp, privateKey } });
    expect(forged.failure).toMatchObject({ reason: "saml_signature" });
    expect(forged.failure?.advice).toContain("metadata again");
    const unreadable = await trySaml(ctx, at, {}, () => "no XML");
    expect(unreadable.failure).toMatchObject({ reason: "saml_not_plain_xml" });
    const other = await trySaml(ctx, at, { inResponseTo: "_another" });
    expect(other.failure).toMatchObject({ reason: "saml_request" });
  });

  it("an issuer's own error, a wrong secret, and a token for another client", async () => {
    const ctx = await makeSsoContext();
    const { id } = await connected(ctx, { issuer: hostile.origin });
    const denied = await tryOidc(ctx, id, { error: "access_denied" });
    expect(denied.failure?.advice).toContain(`${new URL(hostile.origin).host} refused`);
    const foreign = await tryOidc(ctx, id, { ...ADA, fault: "audience" });
    expect(foreign.failure?.advice).toContain("another client");
    const other = await makeSsoContext();
    const real = await connected(other, { issuer: acme.issuer });
    const oidc = { clientSecret: "a-wrong-secret" };
    await updateSsoConnection(operatorOf(other), { projectId: other.project.id, connectionId: real.id, oidc });
    expect((await tryOidc(other, real.id, ADA)).failure?.advice).toContain("with this secret");
  });

  it("an issuer that can't be reached has its report at once", async () => {
    const ctx = await makeSsoContext();
    const gone = await startHostileProvider();
    const { id } = await connected(ctx, { issuer: gone.origin });
    await gone.close();
    const trier = await makeTrier(ctx, "admin");
    const report = await reportAt(trier, id, await press(ctx, trier, id));
    expect(report.failure).toMatchObject({ code: "temporarily_unavailable" });
    expect(report.failure?.advice).toMatch(/\.$/);
  });

  it("every refusal of a response has a sentence of its own", async () => {
    const ctx = await makeSsoContext();
    const report = await trySaml(ctx, await connected(ctx), { issuer: "https://else.example" });
    const connection = {
      ...{
        protocol: "saml",
        id: "",
        name: "",
        createsUsers: true,
        startsAtProvider: false,
        domains: new Set<string>(),
      },
      ...{ serviceProvider: { entityId: "urn:us", acsUrl: "urn:acs" }, identityProvider: {} },
    } as unknown as Parameters<typeof adviceOn>[1]["connection"];
    const sentences = SAML_REFUSALS.map((reason) =>
      adviceOn({ code: "invalid_saml_response", reason, detail: null }, { report, connection }),
    );
    expect(new Set(sentences).size).toBe(SAML_REFUSALS.length);
    for (const sentence of sentences) expect(sentence).not.toContain("refused the sign-in.");
    // 4.6: the default of Entra ID.
    expect(sentences[SAML_REFUSALS.indexOf("saml_algorithm")]).toContain("Sign SAML response and assertion");
  });
});

describe("a trial belongs to its starter, once", () => {
  it("ends in no other browser, and by no response to an ordinary sign-in", async () => {
    const ctx = await makeSsoContext();
    const at = await connected(ctx);
    const trier = await makeTrier(ctx, "admin");
    const url = await press(ctx, trier, at.id);
    const response = signedResponse(at.idp, saidTo(at.idp, readRequest(url), ctx.clock.now()));
    await post(ctx, at.id, response);
    const stranger = await follow(otherBrowser(ctx), at.id);
    expect(errorIn(stranger.received.redirect)).toBe("state_mismatch");
    const first = await follow(await nextRequest(ctx), at.id);
    expect((await reportAt(trier, at.id, first.received.continueTo)).failure).toBeNull();
    expect(errorIn(await post(ctx, at.id, response))).toBe("oauth_provider_not_found");
    expect(errorIn((await follow(first, at.id)).received.redirect)).toBe("state_mismatch");
    expect(await people(ctx)).toEqual(NOBODY);
  });

  it("takes the first response alone", async () => {
    const ctx = await makeSsoContext();
    const at = await connected(ctx);
    const trier = await makeTrier(ctx, "admin");
    const request = readRequest(await press(ctx, trier, at.id));
    const browser = await nextRequest(ctx);
    const say = (changes: Partial<Said>) =>
      post(browser, at.id, signedResponse(at.idp, saidTo(at.idp, request, ctx.clock.now(), changes)));
    await say({ nameId: "first" });
    await say({ nameId: "second" });
    const report = await reportAt(trier, at.id, (await follow(browser, at.id)).received.continueTo);
    expect(report.person).toMatchObject({ subject: "first" });
  });

  it("an issuer's answer in another browser, and a used one, are refused", async () => {
    const ctx = await makeSsoContext();
    const { id } = await connected(ctx, { issuer: acme.issuer });
    const trier = await makeTrier(ctx, "admin");
    const returned = await signInAtIssuer(await press(ctx, trier, id), ADA);
    expect(errorIn((await comeBackTo(otherBrowser(ctx), id, returned)).received.redirect)).toBe("state_mismatch");
    const back = await comeBackTo(ctx, id, returned);
    expect((await reportAt(trier, id, back.received.continueTo)).failure).toBeNull();
    expect(errorIn((await comeBackTo(back, id, returned)).received.redirect)).toBe("state_mismatch");
    expect(await people(ctx)).toEqual(NOBODY);
  });

  it("an ordinary sign-in goes on beside one", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, acme.issuer);
    const trier = await makeTrier(ctx, "admin");
    await press(ctx, trier, connection.id);
    const at = await connect(ctx, { domain: "other.example" });
    await press(ctx, trier, at.connection.id);
    const signedIn = await signInAt(await nextRequest(ctx), at, { email: "bob@other.example" });
    expect(signedIn.received.redirect).toMatch(/\/new$/);
    expect(await people(ctx)).toMatchObject({ users: 1, sessions: 1 });
  });

  it("ends with the member's session, and its report is shown to nobody else, for 15 minutes", async () => {
    const ctx = await makeSsoContext();
    const { id } = await connected(ctx, { issuer: acme.issuer });
    const trier = await makeTrier(ctx, "admin");
    const url = await press(ctx, trier, id);
    const { continueTo } = (await comeBackTo(ctx, id, await signInAtIssuer(url, ADA))).received;
    const other = await makeTrier(ctx, "owner");
    await expect(reportAt(other, id, continueTo)).rejects.toMatchObject({ code: "not_found" });
    ctx.clock.advance(15 * 60_000);
    await expect(reportAt(trier, id, continueTo)).rejects.toMatchObject({ code: "not_found" });
    const later = otherBrowser(ctx);
    const late = await signInAtIssuer(await press(later, other, id), ADA);
    await ctx.db.session.delete({ where: { id: other.place.sessionId } });
    expect(errorIn((await comeBackTo(later, id, late)).received.redirect)).toBe("state_mismatch");
  });

  it("a developer, a stranger, and a connection without an identity provider start none", async () => {
    const ctx = await makeSsoContext();
    const { id } = await connected(ctx);
    const projectId = ctx.project.id;
    await expect(press(ctx, await makeTrier(ctx, "developer"), id)).rejects.toMatchObject({
      code: "missing_permission",
    });
    const trier = await makeTrier(ctx, "admin");
    const { stranger } = await ownersOf(ctx);
    const asked = startSsoTrial(
      { ...stranger, signIn: ctx.signIn },
      { projectId, connectionId: id, trier: asMember(trier) },
    );
    await expect(asked).rejects.toMatchObject({ code: "project_not_found" });
    const empty = { name: "Empty", protocol: "saml", createsUsers: true, startsAtProvider: false } as const;
    const { id: emptyId } = await createSsoConnection(operatorOf(ctx), { ...empty, projectId });
    await expect(press(ctx, trier, emptyId)).rejects.toMatchObject({ code: "conflict" });
    await ctx.db.project.update({ where: { id: projectId }, data: { status: "suspended" } });
    await expect(press(ctx, trier, id)).rejects.toMatchObject({ code: "project_suspended" });
    expect(await ctx.db.flow.count({ where: { projectId } })).toBe(0);
  });
});

describe("a trial of a set-up link", () => {
  async function opened() {
    const ctx = await makeSsoContext();
    const at = await connected(ctx);
    const address = { projectId: ctx.project.id, connectionId: at.id };
    const { link } = await createSetUpLink(operatorOf(ctx), { ...address, days: 7 });
    const browser = otherBrowser(ctx);
    await submit(browser, postOpenSetUpForm, { token: tokenOf(link) });
    return { ctx, at, address, browser: await nextRequest(browser) };
  }

  it("is shown to the link's browser alone, and its audit row has the link", async () => {
    const { ctx, at, address, browser } = await opened();
    await send(browser, trySetUp);
    const request = readRequest(browser.received.redirect ?? "");
    const next = await nextRequest(browser);
    await post(next, at.id, signedResponse(at.idp, saidTo(at.idp, request, ctx.clock.now())));
    const { continueTo } = (await follow(next, at.id)).received;
    expect(continueTo).toMatch(/\/sso-set-up\?trial=flw?_?[\w]+$/);
    const trialId = new URL(continueTo ?? "").searchParams.get("trial") ?? "";
    const current = await requireSetUp(await nextRequest(browser));
    const show = (linkId: string) =>
      showSsoTrial(current.ctx, { ...address, trialId, trier: { kind: "set-up", linkId } });
    expect(await show(current.linkId)).toMatchObject({ failure: null, person: { email: EMAIL } });
    await expect(show("ssl_other")).rejects.toMatchObject({ code: "not_found" });
    const trier = await makeTrier(ctx, "admin");
    await expect(reportAt(trier, at.id, `/${trialId}`)).rejects.toMatchObject({ code: "not_found" });
    const audit = await ctx.db.auditEvent.findFirstOrThrow({
      where: { action: "sso_connection.try", targetId: at.id },
    });
    expect(audit).toMatchObject({ actorKind: "sso-set-up", actorId: current.linkId });
    expect(await people(ctx)).toEqual(NOBODY);
  });

  it("starts in no other browser, and ends with the link", async () => {
    const { ctx, at, address, browser } = await opened();
    const stranger = otherBrowser(ctx);
    await send(stranger, trySetUp);
    expect(stranger.received.redirect).toMatch(/\/sso-set-up$/);
    await send(browser, trySetUp);
    const request = readRequest(browser.received.redirect ?? "");
    const next = await nextRequest(browser);
    await revokeSetUpLink(operatorOf(ctx), address);
    await post(next, at.id, signedResponse(at.idp, saidTo(at.idp, request, ctx.clock.now())));
    expect(errorIn((await follow(next, at.id)).received.redirect)).toBe("state_mismatch");
    expect(await ctx.db.flow.count({ where: { projectId: ctx.project.id, kind: "sso-trial-report" } })).toBe(0);
  });
});
