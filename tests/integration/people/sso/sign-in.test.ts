import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSignedInAccount } from "@/lib/people/accounts/find-session";
import { createInvitation } from "@/lib/people/invitations/create";
import { leaveOrganisation } from "@/lib/people/members/leave";
import { removeMember } from "@/lib/people/members/remove";
import { deleteOrganisation } from "@/lib/people/organisations/delete";
import { setMemberRole } from "@/lib/people/sso/member-role";
import { removeSsoConnection } from "@/lib/sign-in/sso/connections/remove";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { findSsoForDomain } from "@/lib/sign-in/sso-domains/find";
import { type OidcStandIn, startOidcProvider } from "@/tests/support/oidc-provider";
import {
  addColleague,
  asMember,
  auditOf,
  connectOrganisation,
  enterAs,
  makeOrganisationSso,
  type OrganisationSso,
  signInBy,
} from "@/tests/support/organisation-sso";
import { errorIn } from "@/tests/support/sso";
import { CLIENT } from "@/tests/support/stand-in-server";
import type { TestRequest } from "@/tests/support/test-browser";

let issuer: OidcStandIn;
beforeAll(async () => {
  const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] };
  const options = { issuerPath: "", client: CLIENT, claims, claimsInIdToken: false } as const;
  issuer = await startOidcProvider({ ...options, authentication: "client_secret_basic" });
});
afterAll(() => issuer.close());

/** Somebody of the organisation's company. */
const personOf = ({ domain }: OrganisationSso, name = "ada") => ({
  sub: `${name}@${domain}`,
  email: `${name}@${domain}`,
  name: "Ada Lovelace",
});

const errorOf = ({ received }: TestRequest) => errorIn(received.redirect ?? null);

const membersOf = ({ ctx, organisation }: OrganisationSso, email: string) =>
  ctx.db.member.findMany({ where: { organisationId: organisation.id, user: { email } }, select: { role: true } });

describe("a new person of the company", () => {
  it("becomes a viewer at the first sign-in, and stays the same member", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer);
    const found = await findSsoForDomain(of.ctx, { domain: of.domain });
    expect(found.connection).toEqual({ id: connection.id, name: "Acme", required: false });
    const { account, next } = await enterAs(of, connection, personOf(of));
    expect(next.received.redirect).toBe("/dashboard");
    expect(account).toMatchObject({
      ...{ email: `ada@${of.domain}`, name: "Ada Lovelace", isOperator: false },
      connection: { id: connection.id, organisationId: of.organisation.id },
      memberships: [{ organisationId: of.organisation.id, role: "viewer", requiredConnection: null }],
    });
    const again = await enterAs(of, connection, personOf(of));
    expect(again.account.memberships).toEqual(account.memberships);
    expect((await auditOf(of)).filter((action) => action === "member.join")).toHaveLength(1);
  });

  it("becomes a developer where the organisation says so", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer);
    const address = { organisationId: of.organisation.id, connectionId: connection.id };
    await setMemberRole(asMember(of, "admin"), { ...address, role: "developer" });
    const { account } = await enterAs(of, connection, personOf(of));
    expect(account.memberships).toMatchObject([{ role: "developer" }]);
  });

  it("is refused where the connection creates no users, unless they are invited", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer, { createsUsers: false });
    const refused = await signInBy(of, connection, personOf(of));
    expect(errorOf(refused)).toBe("signup_disabled");
    expect(await of.ctx.db.user.count({ where: { email: `ada@${of.domain}` } })).toBe(0);
    const invitation = { organisationId: of.organisation.id, email: `ada@${of.domain}`, role: "developer" } as const;
    await createInvitation(asMember(of, "admin"), invitation);
    const { account } = await enterAs(of, connection, personOf(of));
    expect(account.memberships).toMatchObject([{ role: "developer" }]);
    expect(await of.ctx.db.invitation.count({ where: { organisationId: of.organisation.id } })).toBe(0);
    expect(await auditOf(of)).toContain("invitation.accept");
  });

  it("is one member by two first sign-ins at once", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer);
    await Promise.all([1, 2].map(() => enterAs(of, connection, personOf(of))));
    expect(await membersOf(of, `ada@${of.domain}`)).toHaveLength(1);
  });
});

describe("a member", () => {
  it("keeps their role, an owner as an admin: who sets the connection must not become an owner by it", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer, { createsUsers: false });
    const roles = { ada: "developer", bob: "admin", eve: "owner" } as const;
    for (const [name, role] of Object.entries(roles)) {
      await addColleague(of, name, role);
      const { account } = await enterAs(of, connection, personOf(of, name));
      expect(account.memberships).toMatchObject([{ role: role === "owner" ? "admin" : role }]);
      expect(await membersOf(of, `${name}@${of.domain}`)).toEqual([{ role }]);
    }
  });

  it("is out at once when they are removed or leave, and comes back by an invitation alone", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer);
    const first = await enterAs(of, connection, personOf(of));
    const removal = { organisationId: of.organisation.id, member: `ada@${of.domain}` };
    await removeMember(asMember(of, "admin"), removal);
    expect(await findSignedInAccount(of.ctx, first.sessionId)).toBeNull();
    expect(await of.ctx.db.session.count({ where: { id: first.sessionId } })).toBe(0);
    expect(errorOf(await signInBy(of, connection, personOf(of)))).toBe("account_not_linked");
    expect(await membersOf(of, `ada@${of.domain}`)).toEqual([]);
    const { account, sessionId } = await enterAs(of, connection, personOf(of, "bob"));
    const [member] = account.memberships;
    if (!member) throw new Error("bob is no member");
    const { memberId: id, organisationId, role } = member;
    await leaveOrganisation({ ...of.ctx, actor: { kind: "member", id, organisationId, role } }, { organisationId });
    expect(await of.ctx.db.session.count({ where: { id: sessionId } })).toBe(0);
  });

  it.each(["switched off", "deleted", "without its domain"])("is out when the connection is %s", async (how) => {
    const of = await makeOrganisationSso();
    const { connection, address } = await connectOrganisation(of, issuer.issuer);
    const { sessionId } = await enterAs(of, connection, personOf(of));
    const admin = asMember(of, "admin");
    if (how === "switched off") await updateSsoConnection(admin, { ...address, enabled: false });
    else if (how === "deleted") await removeSsoConnection(admin, address);
    else await of.ctx.db.ssoDomain.updateMany({ where: { connectionId: connection.id }, data: { verifiedAt: null } });
    expect(await findSignedInAccount(of.ctx, sessionId)).toBeNull();
    expect(await membersOf(of, `ada@${of.domain}`)).toEqual([{ role: "viewer" }]);
  });

  it("is out when the organisation is deleted, with its connections", async () => {
    const of = await makeOrganisationSso();
    const { connection } = await connectOrganisation(of, issuer.issuer);
    const { sessionId } = await enterAs(of, connection, personOf(of));
    const { id: organisationId, name: confirmation } = of.organisation;
    await deleteOrganisation(asMember(of, "owner"), { organisationId, confirmation });
    expect(await of.ctx.db.session.count({ where: { id: sessionId } })).toBe(0);
    expect(await of.ctx.db.account.count({ where: { providerId: connection.id } })).toBe(0);
    expect(await of.ctx.db.ssoConnection.count({ where: { id: connection.id } })).toBe(0);
  });
});
