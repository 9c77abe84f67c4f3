import { describe, expect, it } from "vitest";
import { SSO_DOMAIN_CHECK_LIMIT } from "@/lib/core/rate-limits";
import { postOpenSetUpForm, postSetUpForm, SetUpForm } from "@/lib/hosted-pages/forms/set-up";
import { setMemberRole, showMemberRole } from "@/lib/people/sso/member-role";
import { connectionsOf } from "@/lib/people/sso/owner";
import { createScimToken } from "@/lib/sign-in/scim/tokens/create";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { listSsoConnections } from "@/lib/sign-in/sso/connections/list";
import { listSsoConnectionsWithActivity } from "@/lib/sign-in/sso/connections/list-with-activity";
import { removeSsoConnection } from "@/lib/sign-in/sso/connections/remove";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { checkSsoDomains } from "@/lib/sign-in/sso/domains/check-all";
import { removeSsoDomain } from "@/lib/sign-in/sso/domains/remove";
import { verifySsoDomain } from "@/lib/sign-in/sso/domains/verify";
import { createSetUpLink } from "@/lib/sign-in/sso/set-up/create-link";
import { findSetUp } from "@/lib/sign-in/sso/set-up/current";
import { revokeSetUpLink } from "@/lib/sign-in/sso/set-up/revoke-link";
import { showSetUpLink } from "@/lib/sign-in/sso/set-up/show-link";
import { startSsoTrial } from "@/lib/sign-in/sso/trial/start";
import { OPERATOR } from "@/tests/support/context";
import { tokenOf } from "@/tests/support/mailed-proof";
import {
  asMember,
  auditedBy,
  auditOf,
  makeOrganisationSso,
  type OrganisationSso,
} from "@/tests/support/organisation-sso";
import { makeIdentityProvider, metadataOf } from "@/tests/support/saml-identity-provider";
import { expectSignInError } from "@/tests/support/sign-in";
import { publish } from "@/tests/support/sso";
import { nextRequest, otherBrowser, submit } from "@/tests/support/test-browser";

const GIVEN = { name: "Acme", protocol: "saml", createsUsers: true, startsAtProvider: false } as const;

/** A connection that is off, with an identity provider and the organisation's domain, which isn't verified. */
async function made() {
  const of = await makeOrganisationSso();
  const owner = await connectionsOf(of.ctx, of.organisation.id);
  const saml = { metadata: metadataOf(await makeIdentityProvider()) };
  const { id } = await createSsoConnection(asMember(of, "admin"), { ...GIVEN, ...owner, saml });
  const address = { ...owner, connectionId: id };
  const { domains } = await addSsoDomain(asMember(of, "admin"), { ...address, domain: of.domain });
  for (const domain of domains) publish(of.records, domain);
  return { of, owner, address };
}

type Made = Awaited<ReturnType<typeof made>>;

const CHANGES: [action: string, change: (actor: OrganisationSso["ctx"], made: Made) => Promise<unknown>][] = [
  ["sso_connection.create", (actor, { owner }) => createSsoConnection(actor, { ...GIVEN, ...owner })],
  ["sso_connection.update", (actor, { address }) => updateSsoConnection(actor, { ...address, name: "Umbrella" })],
  [
    "sso_connection.set_member_role",
    (actor, { of, address: { connectionId } }) =>
      setMemberRole(actor, { organisationId: of.organisation.id, connectionId, role: "developer" }),
  ],
  ["sso_domain.add", (actor, { address }) => addSsoDomain(actor, { ...address, domain: "more.example" })],
  ["sso_domain.verify", (actor, { of, address }) => verifySsoDomain(actor, { ...address, domain: of.domain })],
  ["sso_domain.remove", (actor, { of, address }) => removeSsoDomain(actor, { ...address, domain: of.domain })],
  ["sso_set_up.create_link", (actor, { address }) => createSetUpLink(actor, { ...address, days: 7 })],
  ["sso_connection.delete", (actor, { address }) => removeSsoConnection(actor, address)],
];

describe("a change to an organisation's connection", () => {
  it.each(CHANGES)(
    "%s is for admins and owners, and leaves a row in the organisation's log",
    async (action, change) => {
      const own = await made();
      for (const role of ["developer", "viewer"] as const) {
        await expect(change(asMember(own.of, role), own)).rejects.toMatchObject({ code: "missing_permission" });
      }
      const stranger = await makeOrganisationSso();
      await expect(change(asMember(stranger, "owner"), own)).rejects.toMatchObject({ code: "not_found" });
      expect(await auditedBy(own.of, () => change(asMember(own.of, "owner"), own))).toEqual([action]);
    },
  );

  it("is refused under another organisation's name, and under a project of the organisation's own", async () => {
    const [own, other] = [await made(), await made()];
    const admin = asMember(own.of, "admin");
    const foreign = { ...own.owner, connectionId: other.address.connectionId };
    const none = { code: "sso_connection_not_found" };
    await expect(updateSsoConnection(admin, { ...foreign, enabled: true })).rejects.toMatchObject(none);
    await expect(removeSsoConnection(admin, foreign)).rejects.toMatchObject(none);
    await expect(showSsoConnection(admin, foreign)).rejects.toMatchObject(none);
    await expect(createSetUpLink(admin, { ...foreign, days: 7 })).rejects.toMatchObject(none);
    const inProject = { projectId: own.owner.projectId, connectionId: own.address.connectionId };
    await expect(showSsoConnection(admin, inProject)).rejects.toMatchObject({ code: "project_not_found" });
    await expect(removeSsoConnection({ ...admin, actor: OPERATOR }, inProject)).rejects.toMatchObject(none);
    const ownerless = createSsoConnection(
      { ...admin, actor: OPERATOR },
      { ...GIVEN, projectId: own.owner.projectId, name: "Nobody's" },
    );
    await expect(ownerless).rejects.toMatchObject({ code: "conflict" });
  });

  it("has no directory: SCIM's deactivation would block the whole account", async () => {
    const { of, address } = await made();
    const token = createScimToken(asMember(of, "owner"), address);
    await expect(token).rejects.toMatchObject({ code: "project_not_found" });
    const { projectId, connectionId } = address;
    const byOperator = createScimToken({ ...of.ctx, actor: OPERATOR }, { projectId, connectionId });
    await expect(byOperator).rejects.toMatchObject({ code: "sso_connection_not_found" });
  });
});

describe("an organisation's connections", () => {
  it("are seen by its members alone, and only its own", async () => {
    const [own, other] = [await made(), await made()];
    const viewer = asMember(own.of, "viewer");
    const { items } = await listSsoConnections(viewer, own.owner);
    expect(items.map(({ id }) => id)).toEqual([own.address.connectionId]);
    expect(await listSsoConnectionsWithActivity(viewer, own.owner)).toMatchObject([{ users: 0, lastSignInAt: null }]);
    await expect(listSsoConnections(viewer, other.owner)).rejects.toMatchObject({ code: "not_found" });
    const address = { organisationId: own.of.organisation.id, connectionId: own.address.connectionId };
    expect(await showMemberRole(viewer, address)).toBe("viewer");
  });

  it("verify a domain once in the whole dashboard, and no domain that many share", async () => {
    const [first, second] = [await made(), await made()];
    await verifySsoDomain(asMember(first.of, "admin"), { ...first.address, domain: first.of.domain });
    const later = asMember(second.of, "admin");
    const { domains } = await addSsoDomain(later, { ...second.address, domain: first.of.domain });
    for (const domain of domains) publish(second.of.records, domain);
    const taken = verifySsoDomain(later, { ...second.address, domain: first.of.domain });
    await expect(taken).rejects.toMatchObject({ code: "conflict" });
    const shared = addSsoDomain(later, { ...second.address, domain: "co.uk" });
    await expect(shared).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("check their domains without using up the checks of other organisations", async () => {
    const [own, other] = [await made(), await made()];
    const check = ({ of, address }: Made) => verifySsoDomain(asMember(of, "admin"), { ...address, domain: of.domain });
    own.of.records.clear();
    const { rateLimiter } = own.of.ctx;
    for (let used = 0; used < SSO_DOMAIN_CHECK_LIMIT.limit; used += 1) {
      await rateLimiter.consume(SSO_DOMAIN_CHECK_LIMIT, own.of.organisation.id);
    }
    await expect(check(own)).rejects.toMatchObject({ code: "rate_limited" });
    other.of.ctx.rateLimiter = rateLimiter;
    expect(await check(other)).toMatchObject({ verifiedAt: expect.any(String) });
  });

  it("warn in the organisation's log about a record that is gone", async () => {
    const { of, address } = await made();
    await verifySsoDomain(asMember(of, "admin"), { ...address, domain: of.domain });
    of.records.clear();
    await checkSsoDomains({ ...of.ctx, actor: OPERATOR });
    expect(await auditOf(of)).toContain("sso_domain.miss");
  });

  it("give no role above developer, not even in the database", async () => {
    const { of, address } = await made();
    const data = { memberRole: "admin" };
    const update = of.ctx.db.ssoConnection.update({ where: { id: address.connectionId }, data });
    await expect(update).rejects.toThrow(/member_role_check/);
  });
});

describe("a set-up link of an organisation's connection", () => {
  it("has the company's administrator set it up and switch it on, and is written in the organisation's log", async () => {
    const { of, address } = await made();
    const { link } = await createSetUpLink(asMember(of, "admin"), { ...address, days: 7 });
    const browser = otherBrowser(of.ctx);
    await submit(browser, postOpenSetUpForm, { token: tokenOf(link) });
    const next = await nextRequest(browser);
    const current = await findSetUp(next);
    if (!current) throw new Error("nothing is set up");
    const trier = { kind: "set-up", linkId: current.linkId } as const;
    const tried = await auditedBy(of, () => startSsoTrial(current.ctx, { ...current.address, trier }));
    expect(tried).toEqual(["sso_connection.try"]);
    const step = (fields: object) => submit(next, postSetUpForm, SetUpForm.parse(fields));
    expect(await step({ step: "check", domain: of.domain })).toEqual({ page: "sso-set-up" });
    const audited = await auditedBy(of, () => step({ step: "enable" }));
    expect(audited).toEqual(["sso_connection.update", "sso_set_up.finish"]);
    expect(await auditOf(of)).toContain("sso_set_up.open");
    expect(await showSsoConnection(asMember(of, "viewer"), address)).toMatchObject({ enabled: true });
    await expectSignInError(step({ step: "enable" }), "INVALID_TOKEN");
  });

  it("reaches no other organisation's connection, and ends when it is revoked", async () => {
    const [own, other] = [await made(), await made()];
    const admin = asMember(own.of, "admin");
    await createSetUpLink(admin, { ...own.address, days: 7 });
    const { projectId } = own.owner;
    const actor = { kind: "sso-set-up", id: "x", projectId, connectionId: own.address.connectionId } as const;
    const reach = updateSsoConnection({ ...own.of.ctx, actor }, { ...other.address, enabled: true });
    await expect(reach).rejects.toMatchObject({ code: "sso_connection_not_found" });
    const role = setMemberRole(
      { ...own.of.ctx, actor },
      {
        organisationId: own.of.organisation.id,
        connectionId: own.address.connectionId,
        role: "developer",
      },
    );
    await expect(role).rejects.toMatchObject({ code: "missing_permission" });
    await expect(revokeSetUpLink(asMember(own.of, "developer"), own.address)).rejects.toMatchObject({
      code: "missing_permission",
    });
    await revokeSetUpLink(admin, own.address);
    expect(await showSetUpLink(admin, own.address)).toBeNull();
    expect(await auditOf(own.of)).toContain("sso_set_up.revoke_link");
  });
});
