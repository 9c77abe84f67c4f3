import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/core/errors";
import { requireMembership } from "@/lib/people/accounts/enter-organisation";
import { findSignedInAccount } from "@/lib/people/accounts/find-session";
import { renameAccount } from "@/lib/people/accounts/rename";
import { signOutOfDashboard } from "@/lib/people/accounts/sign-out";
import { acceptInvitation } from "@/lib/people/invitations/accept";
import { createInvitation } from "@/lib/people/invitations/create";
import { addMember } from "@/lib/people/members/add";
import { setRole } from "@/lib/people/members/set-role";
import { transferOwnership } from "@/lib/people/members/transfer-ownership";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { findSsoForDomain } from "@/lib/sign-in/sso-domains/find";
import { createAccount } from "@/tests/support/accounts";
import { createOrganisation, insertMember, OPERATOR, type TestOrganisation } from "@/tests/support/context";
import { type OidcStandIn, startOidcProvider } from "@/tests/support/oidc-provider";
import {
  addColleague,
  asMember,
  connectOrganisation,
  enterAs,
  enterBy,
  makeOrganisationSso,
  type OrganisationSso,
  signInBy,
} from "@/tests/support/organisation-sso";
import { errorIn } from "@/tests/support/sso";
import { CLIENT } from "@/tests/support/stand-in-server";
import { nextRequest, otherBrowser, send, type TestRequest } from "@/tests/support/test-browser";

let issuer: OidcStandIn;
beforeAll(async () => {
  const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] };
  const options = { issuerPath: "", client: CLIENT, claims, claimsInIdToken: false } as const;
  issuer = await startOidcProvider({ ...options, authentication: "client_secret_basic" });
});
afterAll(() => issuer.close());

const personOf = ({ domain }: OrganisationSso, name = "ada") => ({
  sub: `${name}@${domain}`,
  email: `${name}@${domain}`,
});

const errorOf = ({ received }: TestRequest) => errorIn(received.redirect ?? null);

/** The actor that a session has in the dashboard outside of its verbs' organisations. */
function actorOf(account: Awaited<ReturnType<typeof enterAs>>["account"]) {
  const [member] = account.memberships;
  if (!member) throw new Error("no member");
  const { memberId: id, organisationId, role } = member;
  return { kind: "member", id, organisationId, role } as const;
}

/** Makes the account a member of another organisation, too. */
async function joinAnother(of: OrganisationSso, userId: string, role = "owner"): Promise<TestOrganisation> {
  const other = await createOrganisation();
  await of.ctx.db.member.create({ data: { id: `m_${userId.slice(4)}x`, organisationId: other.id, userId, role } });
  return other;
}

describe("somebody else's account", () => {
  it("of the domain isn't taken over: who is no member signs in another way and takes an invitation", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer);
    const own = await createAccount({ email: `ada@${of.domain}` });
    await joinAnother(of, own.userId);
    const refused = await signInBy(of, connection, personOf(of));
    expect(errorOf(refused)).toBe("account_not_linked");
    expect((await enterBy(refused)).sessionId).toBeNull();
    expect(await of.ctx.db.account.count({ where: { userId: own.userId } })).toBe(0);
    expect(await of.ctx.db.mailMessage.count({ where: { recipient: own.email } })).toBe(0);
    const where = { userId: own.userId, outcome: "refused" };
    const event = await of.ctx.db.securityEvent.findFirstOrThrow({ where });
    expect(event.reason).toBe("sso_not_member");
    const invitation = { organisationId: of.organisation.id, email: own.email, role: "viewer" } as const;
    const { id: invitationId } = await createInvitation(asMember(of, "admin"), invitation);
    expect(errorOf(await signInBy(of, connection, personOf(of)))).toBe("account_not_linked");
    await acceptInvitation({ ...of.ctx, actor: { kind: "user", id: own.userId } }, { invitationId });
    const { account } = await enterAs(of, connection, personOf(of));
    expect(account).toMatchObject({ userId: own.userId, memberships: [{ role: "viewer" }] });
  });

  it("isn't taken over before its address is proven, where it is a member elsewhere", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer);
    const own = await createAccount({ email: `ada@${of.domain}`, emailVerified: false });
    await joinAnother(of, own.userId);
    expect(errorOf(await signInBy(of, connection, personOf(of)))).toBe("account_not_linked");
    expect(await of.ctx.db.user.findUnique({ where: { id: own.userId } })).toMatchObject({ emailVerified: false });
    const nobodys = await createAccount({ email: `bob@${of.domain}`, emailVerified: false });
    const { account } = await enterAs(of, connection, personOf(of, "bob"));
    expect(account.userId).toBe(nobodys.userId);
  });

  it("of another organisation's domain, or of none, is out of reach", async () => {
    const [own, other] = [await makeOrganisationSso(), await makeOrganisationSso()];
    const { connection } = await connectOrganisation(own, issuer.issuer);
    await connectOrganisation(other, issuer.issuer);
    await addColleague(other, "ada", "owner");
    const foreign = { ...personOf(own), email: `ada@${other.domain}` };
    expect(errorOf(await signInBy(own, connection, foreign))).toBe("email_domain_not_verified");
    const elsewhere = { ...personOf(own), email: `${own.organisation.id}@nowhere.example` };
    expect(errorOf(await signInBy(own, connection, elsewhere))).toBe("email_domain_not_verified");
    const member = await insertMember(own.ctx.db, {
      ...{ organisationId: own.organisation.id, email: `x@${other.domain}`, role: "admin" },
    });
    expect(errorOf(await signInBy(own, connection, { ...foreign, email: `x@${other.domain}` }))).toBe(
      "email_domain_not_verified",
    );
    const { userId } = await own.ctx.db.member.findUniqueOrThrow({ where: { id: member } });
    expect(await own.ctx.db.account.count({ where: { userId } })).toBe(0);
  });
});

describe("a session by an organisation's connection", () => {
  it("opens that organisation alone, though the account is a member of others, or its operator", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer);
    const { userId, email } = await addColleague(of, "ada", "developer");
    const other = await joinAnother(of, userId);
    of.ctx.operators = [email];
    const { account } = await enterAs(of, connection, personOf(of));
    expect(account.memberships.map(({ organisationId }) => organisationId)).toEqual([of.organisation.id]);
    expect(account.isOperator).toBe(false);
    expect(() => requireMembership(account, other.id)).toThrow(ServiceError);
  });

  it("changes nothing of the account: it is no session of the sign-in, and no actor of the account", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer);
    const signedIn = await signInBy(of, connection, personOf(of));
    expect((await nextRequest(signedIn)).session).toBeNull();
    const { account, sessionId } = await enterAs(of, connection, personOf(of));
    const acting = { ...of.ctx, actor: actorOf(account) };
    const other = await createOrganisation();
    const invitation = { organisationId: other.id, email: account.email, role: "viewer" } as const;
    const { id: invitationId } = await createInvitation({ ...of.ctx, actor: other.member.owner }, invitation);
    const unauthorized = { code: "unauthorized" };
    await expect(acceptInvitation(acting, { invitationId })).rejects.toMatchObject(unauthorized);
    await expect(renameAccount(acting, { name: "Eve", userAgent: "" })).rejects.toMatchObject(unauthorized);
    await signOutOfDashboard(acting, { sessionId, userAgent: "" });
    expect(await findSignedInAccount(of.ctx, sessionId)).toBeNull();
  });

  it("makes nobody an owner, also where its identity provider was changed to name one", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer);
    const { memberId } = await addColleague(of, "ada", "owner");
    const { account } = await enterAs(of, connection, personOf(of));
    const acting = { ...of.ctx, actor: actorOf(account) };
    expect(acting.actor).toMatchObject({ id: memberId, role: "admin" });
    const target = { organisationId: of.organisation.id, memberId: of.organisation.member.viewer.id };
    const missing = { code: "missing_permission" };
    await expect(transferOwnership(acting, target)).rejects.toMatchObject(missing);
    await expect(setRole(acting, { ...target, role: "owner" })).rejects.toMatchObject(missing);
  });

  it("stays confined where its connection is gone while it begins", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer);
    const { sessionId } = await enterAs(of, connection, personOf(of));
    await of.ctx.db.ssoConnection.delete({ where: { id: connection.id } });
    expect(await of.ctx.db.session.count({ where: { id: sessionId } })).toBe(1);
    expect(await findSignedInAccount(of.ctx, sessionId)).toBeNull();
  });
});

describe("single sign-on that is required", () => {
  /** Signs in by a password in a browser of its own. Returns the dashboard's view. */
  async function byPassword(of: OrganisationSso, email: string, password: string) {
    const browser = otherBrowser(of.ctx);
    await send(browser, signInWithPassword, { email, password });
    const { sessionId } = await enterBy(browser);
    return sessionId === null ? null : findSignedInAccount(of.ctx, sessionId);
  }

  async function withPassword(of: OrganisationSso, name: string, role: "owner" | "developer") {
    const input = { organisationId: of.organisation.id, email: `${name}@${of.domain}`, role };
    const { password } = await addMember({ ...of.ctx, actor: OPERATOR }, input);
    return byPassword(of, input.email, password ?? "");
  }

  it("keeps members of its domain out of the organisation who signed in another way, and never an owner", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer, { required: true });
    const member = await withPassword(of, "ada", "developer");
    expect(member?.memberships).toMatchObject([{ requiredConnection: { id: connection.id } }]);
    if (!member) throw new Error("nobody is signed in");
    expect(() => requireMembership(member, of.organisation.id)).toThrow(/requires single sign-on/);
    const owner = await withPassword(of, "eve", "owner");
    expect(owner?.memberships).toMatchObject([{ role: "owner", requiredConnection: null }]);
    const { account } = await enterAs(of, connection, personOf(of));
    expect(requireMembership(account, of.organisation.id)).toMatchObject({ role: "developer" });
  });

  it("locks nobody out of their account and of other organisations", async () => {
    const of = await makeOrganisationSso();
    const { connection, address } = await connectOrganisation(of, issuer.issuer);
    const member = await withPassword(of, "ada", "developer");
    if (!member) throw new Error("nobody is signed in");
    const other = await joinAnother(of, member.userId, "viewer");
    const sessions = () => of.ctx.db.session.count({ where: { userId: member.userId } });
    expect(await sessions()).toBe(1);
    await updateSsoConnection(asMember(of, "admin"), { ...address, required: true });
    expect(await sessions()).toBe(1);
    const session = await of.ctx.db.session.findFirstOrThrow({ where: { userId: member.userId } });
    const account = await findSignedInAccount(of.ctx, session.id);
    if (!account) throw new Error("nobody is signed in");
    expect(requireMembership(account, other.id)).toMatchObject({ role: "viewer" });
    expect(() => requireMembership(account, of.organisation.id)).toThrow(/requires single sign-on/);
    const found = await findSsoForDomain(of.ctx, { domain: of.domain });
    expect(found.connection).toEqual({ id: connection.id, name: "Acme", required: false });
  });

  it("binds members of another domain to nothing", async () => {
    const of = await makeOrganisationSso();
    await connectOrganisation(of, issuer.issuer, { required: true });
    const input = { organisationId: of.organisation.id, email: `ada@other-${of.domain}`, role: "viewer" } as const;
    const { password } = await addMember({ ...of.ctx, actor: OPERATOR }, input);
    const account = await byPassword(of, input.email, password ?? "");
    expect(account?.memberships).toMatchObject([{ requiredConnection: null }]);
  });
});
