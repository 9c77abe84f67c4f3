import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import { sendOtp } from "@/lib/sign-in/email/otp/send";
import { signInWithOtp } from "@/lib/sign-in/email/otp/sign-in";
import { consumeMagicLink } from "@/lib/sign-in/magic-link/consume";
import { createSignInLink } from "@/lib/sign-in/magic-link/create-by-owner";
import { requestMagicLink } from "@/lib/sign-in/magic-link/request";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { findSsoForDomain } from "@/lib/sign-in/sso-domains/find";
import { acceptUserInvitation } from "@/lib/sign-in/user-invitations/accept";
import { InviteUserInput, inviteUser } from "@/lib/sign-in/user-invitations/invite";
import { lastMailTo } from "@/tests/support/mailbox";
import { lastProof, tokenOf, wideMailLimits } from "@/tests/support/mailed-proof";
import { makePasskeyUser, signInByPasskey } from "@/tests/support/passkeys";
import { ownersOf } from "@/tests/support/project-members";
import { eventsOf, expectSignInError, PASSWORD, signUp } from "@/tests/support/sign-in";
import { ADA, errorOf, makeSocialContext, APP as SOCIAL_APP, signInBy } from "@/tests/support/social";
import { type SocialStandIns, startSocialStandIns } from "@/tests/support/social-stand-ins";
import { connect, DOMAIN, makeSsoContext, operatorOf, proveDomain, signInAt } from "@/tests/support/sso";
import { otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const WIDE = { limits: wideMailLimits };

let standIns: SocialStandIns;
beforeAll(async () => {
  standIns = await startSocialStandIns();
});
afterAll(() => standIns.close());

type Connected = Awaited<ReturnType<typeof connect>>;

const setRequired = (ctx: TestRequest, { connection }: Pick<Connected, "connection">, required = true) =>
  updateSsoConnection(operatorOf(ctx), { projectId: ctx.project.id, connectionId: connection.id, required });

/** A required connection for a domain, in a project whose name servers no test asks. */
async function insertRequired(ctx: TestRequest, domain: string): Promise<void> {
  ctx.project.hasSso = true;
  const at = { projectId: ctx.project.id, createdAt: ctx.clock.now() };
  const id = createId("ssoConnection", ctx.random);
  const identityProvider = {
    entityId: "https://idp.example",
    signInUrl: "https://idp.example/sso",
    certificates: ["AA"],
  };
  const switches = { isEnabled: true, isRequired: true };
  const data = { id, name: "Acme", protocol: "saml", createdBy: "test", updatedAt: at.createdAt };
  await ctx.db.ssoConnection.create({ data: { ...data, ...at, ...identityProvider, ...switches } });
  await ctx.db.ssoDomain.create({
    data: { connectionId: id, domain, proof: "proof", verifiedAt: at.createdAt, ...at },
  });
}

describe("a required connection", () => {
  it("refuses passwords, sign-ups, links and codes alike, with and without a user", async () => {
    const ctx = await makeSsoContext(WIDE);
    const at = await connect(ctx);
    const email = `ada@${DOMAIN}`;
    await signUp(otherBrowser(ctx), email);
    await setRequired(ctx, at);
    for (const each of [email, `nobody@${DOMAIN.toUpperCase()}`]) {
      const address = each.toLowerCase();
      const ways = [
        () => send(ctx, signInWithPassword, { email: each, password: PASSWORD }),
        () => send(ctx, signInWithPassword, { email: each, password: "wrong" }),
        () => send(ctx, signUpWithPassword, { name: "Ada", email: address, password: PASSWORD }),
        () => send(ctx, requestMagicLink, { email: address }),
        () => send(ctx, sendOtp, { email: each, type: "sign-in" }),
      ];
      for (const way of ways) await expectSignInError(way(), "SSO_REQUIRED");
    }
    expect(await ctx.db.mailMessage.count({ where: { projectId: ctx.project.id, kind: "sign-in" } })).toBe(0);
    const elsewhere = await send(otherBrowser(ctx), signUpWithPassword, {
      ...{ name: "Eve", email: `eve@sub.${DOMAIN}`, password: PASSWORD },
    });
    expect(elsewhere.user.email).toBe(`eve@sub.${DOMAIN}`);
  });

  it("refuses links and codes that were mailed before, and makes no user by them", async () => {
    const ctx = await makeSsoContext(WIDE);
    const at = await connect(ctx);
    const email = `new@${DOMAIN}`;
    const mailed = async () => {
      await setRequired(ctx, at, false);
      // The newest mail is told by its time.
      ctx.clock.advance(1);
      const { number } = await send(ctx, requestMagicLink, { email });
      const proof = await lastProof(ctx, email, "sign-in");
      await setRequired(ctx, at);
      return { number, ...proof };
    };
    const { code } = await mailed();
    const byCode = send(otherBrowser(ctx), signInWithOtp, { email, otp: code ?? "" });
    await expectSignInError(byCode, "SSO_REQUIRED");
    const { token, number } = await mailed();
    const byLink = send(otherBrowser(ctx), consumeMagicLink, { token, number });
    await expectSignInError(byLink, "SSO_REQUIRED");
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  it("refuses an invitation's link, which makes no user", async () => {
    const ctx = await makeSsoContext(WIDE);
    const at = await connect(ctx);
    const { member } = await ownersOf(ctx);
    const email = `guest@${DOMAIN}`;
    await inviteUser(await member("developer"), { ...InviteUserInput.parse({ email }), projectId: ctx.project.id });
    await setRequired(ctx, at);
    const token = tokenOf((await lastMailTo(ctx, email, "user-invitation")).link);
    const accepted = send(ctx, acceptUserInvitation, { token, name: "Guest", password: PASSWORD });
    await expectSignInError(accepted, "SSO_REQUIRED");
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  it("refuses passkeys, with its reason in the events", async () => {
    const made = await makePasskeyUser();
    await insertRequired(made.ctx, made.user.email.split("@")[1] ?? "");
    await expectSignInError(signInByPasskey(otherBrowser(made.ctx), made.authenticator), "SSO_REQUIRED");
    expect(await eventsOf(made.ctx)).toContain("session.sign_in refused sso_required");
  });

  it("refuses providers, and makes and links no user by them", async () => {
    const ctx = await makeSocialContext(standIns);
    await insertRequired(ctx, "example.com");
    const come = () =>
      signInBy(ctx, "google", ADA, { callbackURL: `${SOCIAL_APP}/in`, errorCallbackURL: `${SOCIAL_APP}/failed` });
    expect(errorOf(await come())).toBe("sso_required");
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(0);
    expect(await eventsOf(ctx)).toEqual(["session.sign_in refused sso_required"]);
  });

  it("lets its own people in, and everyone again once it is off or no longer required", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const email = `ada@${DOMAIN}`;
    await setRequired(ctx, at);
    const done = await signedInRequest(await signInAt(ctx, at));
    expect(done.session.user.email).toBe(email);
    const signUpElse = (name: string) => signUp(otherBrowser(ctx), `${name}@${DOMAIN}`);
    await expectSignInError(signUpElse("bob"), "SSO_REQUIRED");
    const address = { projectId: ctx.project.id, connectionId: at.connection.id };
    await updateSsoConnection(operatorOf(ctx), { ...address, enabled: false });
    expect((await signUpElse("bob")).email).toBe(`bob@${DOMAIN}`);
    await updateSsoConnection(operatorOf(ctx), { ...address, enabled: true });
    await expectSignInError(signUpElse("cy"), "SSO_REQUIRED");
    await setRequired(ctx, at, false);
    expect((await signUpElse("cy")).email).toBe(`cy@${DOMAIN}`);
  });

  it("ends the sessions of its people that began otherwise, and no others, with their number in the audit log", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const [byPassword, other, bySso] = [otherBrowser(ctx), otherBrowser(ctx), otherBrowser(ctx)];
    await signUp(byPassword, `bob@${DOMAIN}`);
    await signUp(other, "eve@other.example");
    const signedIn = await signInAt(bySso, at);
    await setRequired(ctx, at);
    await expect(signedInRequest(byPassword)).rejects.toThrow("nobody is signed in");
    expect((await signedInRequest(other)).session.user.email).toBe("eve@other.example");
    expect((await signedInRequest(signedIn)).session.user.email).toBe(`ada@${DOMAIN}`);
    const where = { targetId: at.connection.id, action: "sso_connection.update" };
    const datas = (await ctx.db.auditEvent.findMany({ where })).map(({ data }) => data);
    expect(datas).toContainEqual(expect.objectContaining({ required: true, endedSessions: 1, fields: ["isRequired"] }));
  });

  it("takes in a domain that is proven later", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    await setRequired(ctx, at);
    const browser = otherBrowser(ctx);
    await signUp(browser, "bob@later.example");
    await proveDomain(ctx, at.connection.id, "later.example");
    await expect(signedInRequest(browser)).rejects.toThrow("nobody is signed in");
    await expectSignInError(signUp(otherBrowser(ctx), "cy@later.example"), "SSO_REQUIRED");
  });
});

describe("a page that asks for the connection of a domain", () => {
  it("learns its name and whether it is required, and nothing of a domain without one", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const { id, name } = at.connection;
    const find = (domain: string) => findSsoForDomain(ctx, { domain });
    expect(await find(DOMAIN)).toEqual({ connection: { id, name, required: false } });
    await setRequired(ctx, at);
    expect(await find(DOMAIN)).toEqual({ connection: { id, name, required: true } });
    expect(await find(`sub.${DOMAIN}`)).toEqual({ connection: null });
    const address = { projectId: ctx.project.id, connectionId: id };
    await updateSsoConnection(operatorOf(ctx), { ...address, enabled: false });
    expect(await find(DOMAIN)).toEqual({ connection: null });
  });
});

describe("a sign-in link by the owner", () => {
  it("signs in once where single sign-on is required, in any browser, and leaves its trace", async () => {
    const ctx = await makeSsoContext({ methods: { magicLink: false } });
    const at = await connect(ctx);
    const { id: userId, email } = await signUp(otherBrowser(ctx), `ada@${DOMAIN}`);
    await setRequired(ctx, at);
    const { member, stranger } = await ownersOf(ctx);
    const address = { projectId: ctx.project.id, userId };
    for (const role of ["viewer", "developer"] as const) {
      const refused = createSignInLink(await member(role), address);
      await expect(refused).rejects.toMatchObject({ code: "missing_permission" });
    }
    await expect(createSignInLink(stranger, address)).rejects.toMatchObject({ code: "project_not_found" });
    const { link } = await createSignInLink(await member("admin"), address);
    const token = tokenOf(link);
    const browser = otherBrowser(ctx);
    await send(browser, consumeMagicLink, { token });
    const { session } = await signedInRequest(browser);
    expect(session).toMatchObject({ factors: ["owner-link"], user: { email, emailVerified: false } });
    await expectSignInError(send(otherBrowser(ctx), consumeMagicLink, { token }), "MAGIC_LINK_DISABLED");
    expect(await eventsOf(ctx)).toContain("sign_in.link_create accepted");
    const where = { targetId: userId, action: "user.create_sign_in_link" };
    expect(await ctx.db.auditEvent.count({ where })).toBe(1);
  });
});
