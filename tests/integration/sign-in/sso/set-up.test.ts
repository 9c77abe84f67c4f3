import { describe, expect, it } from "vitest";
import { postOpenSetUpForm, postSetUpForm, SetUpForm } from "@/lib/hosted-pages/forms/set-up";
import { createSignInLink } from "@/lib/sign-in/magic-link/create-by-owner";
import { chooseSsoProtocol } from "@/lib/sign-in/sso/connections/choose-protocol";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { removeSsoConnection } from "@/lib/sign-in/sso/connections/remove";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { createSetUpLink } from "@/lib/sign-in/sso/set-up/create-link";
import { findSetUp } from "@/lib/sign-in/sso/set-up/current";
import { isSetUpLinkOpenable } from "@/lib/sign-in/sso/set-up/open";
import { revokeSetUpLink } from "@/lib/sign-in/sso/set-up/revoke-link";
import { tokenOf } from "@/tests/support/mailed-proof";
import { ownersOf } from "@/tests/support/project-members";
import { makeIdentityProvider, metadataOf } from "@/tests/support/saml-identity-provider";
import { expectSignInError, signUp } from "@/tests/support/sign-in";
import { makeSsoContext, operatorOf, publish } from "@/tests/support/sso";
import { nextRequest, otherBrowser, submit, type TestRequest } from "@/tests/support/test-browser";

const DAY = 86_400_000;
const GIVEN = { name: "Acme", protocol: "saml", createsUsers: true, startsAtProvider: false } as const;

/** A connection that nothing is set of, and the token of a link to set it up. */
async function linked() {
  const ctx = await makeSsoContext();
  const owners = await ownersOf(ctx);
  const admin = await owners.member("admin");
  const projectId = ctx.project.id;
  const make = async () => ({
    projectId,
    connectionId: (await createSsoConnection(admin, { ...GIVEN, projectId })).id,
  });
  const address = await make();
  const link = async (of = address) => tokenOf((await createSetUpLink(admin, { ...of, days: 7 })).link);
  return { ...owners, ctx, admin, address, make, link, token: await link() };
}

/** Opens a link in a browser of its own, and returns the browser's next request. */
async function open(ctx: TestRequest, token: string): Promise<TestRequest> {
  const browser = otherBrowser(ctx);
  await submit(browser, postOpenSetUpForm, { token });
  return nextRequest(browser);
}

const step = (browser: TestRequest, fields: object) => submit(browser, postSetUpForm, SetUpForm.parse(fields));

describe("a set-up link", () => {
  it("lets a company's administrator set the connection up, check its domain and switch it on, once", async () => {
    const { ctx, token, address } = await linked();
    expect(await isSetUpLinkOpenable(ctx, token)).toBe(true);
    const browser = await open(ctx, token);
    const early = await step(browser, { step: "enable" });
    expect(early.notice?.message).toBe("Set the connection's identity provider first.");
    const wrong = await step(browser, { step: "provider", metadata: "no XML" });
    expect(wrong.notice?.message).toMatch(/\.$/);
    expect(await step(browser, { step: "provider", metadata: metadataOf(await makeIdentityProvider()) })).toEqual({
      page: "sso-set-up",
    });
    await step(browser, { step: "domain", domain: "acme.example" });
    const unproven = await step(browser, { step: "check", domain: "acme.example" });
    expect(unproven.notice?.message).toContain("There's no such TXT record");
    const { domains } = await showSsoConnection(operatorOf(ctx), address);
    for (const domain of domains) publish(ctx.records, domain);
    expect(await step(browser, { step: "check", domain: "acme.example" })).toEqual({ page: "sso-set-up" });
    const done = await step(browser, { step: "enable" });
    expect(done).toMatchObject({ page: "sso-set-up", query: { done: "1" } });
    expect(await showSsoConnection(operatorOf(ctx), address)).toMatchObject({ enabled: true, required: false });
    await expectSignInError(step(browser, { step: "domain", domain: "more.example" }), "INVALID_TOKEN");
    await expectSignInError(open(ctx, token), "INVALID_TOKEN");
    const audits = await ctx.db.auditEvent.findMany({ where: { targetId: address.connectionId } });
    const byLink = audits.filter(({ actorKind }) => actorKind === "sso-set-up").map(({ action }) => action);
    expect(byLink.sort()).toEqual(
      ["sso_connection.update", "sso_connection.update", "sso_domain.add", "sso_domain.verify"].concat([
        "sso_set_up.finish",
        "sso_set_up.open",
      ]),
    );
  });

  it("lets them choose the protocol while no identity provider is set", async () => {
    const { ctx, token, address } = await linked();
    const browser = await open(ctx, token);
    const shown = () => showSsoConnection(operatorOf(ctx), address);
    await step(browser, { step: "protocol", protocol: "oidc" });
    expect(await shown()).toMatchObject({ protocol: "oidc", saml: null, oidc: null });
    const metadata = metadataOf(await makeIdentityProvider());
    const found = await findSetUp(browser);
    if (!found) throw new Error("the browser sets nothing up");
    const ofSaml = updateSsoConnection(found.ctx, { ...address, saml: { metadata } });
    await expect(ofSaml).rejects.toMatchObject({ code: "invalid_request" });
    await step(browser, { step: "protocol", protocol: "saml" });
    await step(browser, { step: "provider", metadata });
    const late = await step(browser, { step: "protocol", protocol: "oidc" });
    expect(late.notice?.message).toContain("can't be changed any more");
    expect(await shown()).toMatchObject({ protocol: "saml" });
    const where = { targetId: address.connectionId, action: "sso_connection.choose_protocol" };
    const audits = await ctx.db.auditEvent.findMany({ where });
    expect(audits.map(({ actorKind }) => actorKind)).toEqual(["sso-set-up", "sso-set-up"]);
    expect(audits.map(({ data }) => (data as { protocol: string }).protocol).sort()).toEqual(["oidc", "saml"]);
  });

  it("leaves the protocol where the owner wants a feature of SAML alone, and to members who may change the connection", async () => {
    const { ctx, token, address, admin, member, stranger } = await linked();
    await updateSsoConnection(admin, { ...address, requiresEncryption: true });
    const browser = await open(ctx, token);
    const refused = await step(browser, { step: "protocol", protocol: "oidc" });
    expect(refused.notice?.message).toContain("can't be changed any more");
    const oidc = { ...address, protocol: "oidc" } as const;
    await expect(chooseSsoProtocol(await member("developer"), oidc)).rejects.toMatchObject({
      code: "missing_permission",
    });
    await expect(chooseSsoProtocol(stranger, oidc)).rejects.toMatchObject({ code: "project_not_found" });
    expect(await showSsoConnection(operatorOf(ctx), address)).toMatchObject({ protocol: "saml" });
  });

  it("belongs to the first browser that opens it, also of several at once", async () => {
    const { ctx, token } = await linked();
    const opened = await Promise.allSettled(Array.from({ length: 5 }, () => open(ctx, token)));
    expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await isSetUpLinkOpenable(ctx, token)).toBe(false);
    expect(await findSetUp(otherBrowser(ctx))).toBeNull();
  });

  it("ends with its time, when it is revoked, replaced, or its connection deleted: the opened one, too", async () => {
    const { ctx, admin, address, link, token } = await linked();
    const first = await open(ctx, token);
    expect(await findSetUp(first)).not.toBeNull();
    const second = await link();
    expect(await findSetUp(first)).toBeNull();
    const browser = await open(ctx, second);
    await revokeSetUpLink(admin, address);
    expect(await findSetUp(browser)).toBeNull();
    await expectSignInError(step(browser, { step: "enable" }), "INVALID_TOKEN");
    await expect(revokeSetUpLink(admin, address)).rejects.toMatchObject({ code: "not_found" });
    const [third, unopened] = [await open(ctx, await link()), await link()];
    expect(await findSetUp(third)).toBeNull();
    ctx.clock.advance(7 * DAY);
    expect(await isSetUpLinkOpenable(ctx, unopened)).toBe(false);
    await expectSignInError(open(ctx, unopened), "INVALID_TOKEN");
    const last = await open(ctx, await link());
    await removeSsoConnection(admin, address);
    expect(await findSetUp(last)).toBeNull();
  });

  it("is for no other connection and no other project, and decides nothing that is the owner's", async () => {
    const { ctx, token, address, make } = await linked();
    const browser = await open(ctx, token);
    const found = await findSetUp(browser);
    if (!found) throw new Error("the browser sets nothing up");
    const other = await make();
    const change = (of: typeof address, given: object) => updateSsoConnection(found.ctx, { ...of, ...given });
    const saml = { metadata: metadataOf(await makeIdentityProvider()) };
    await expect(change(other, { saml })).rejects.toMatchObject({ code: "sso_connection_not_found" });
    for (const given of [
      { required: true },
      { createsUsers: false },
      { name: "Evil" },
      { enabled: false },
      { trustsSecondFactor: true },
    ]) {
      await expect(change(address, given)).rejects.toMatchObject({ code: "missing_permission" });
    }
    await expect(removeSsoConnection(found.ctx, address)).rejects.toMatchObject({ code: "project_not_found" });
    await expect(createSetUpLink(found.ctx, { ...address, days: 1 })).rejects.toMatchObject({
      code: "project_not_found",
    });
    const user = await signUp(otherBrowser(ctx));
    const signIn = createSignInLink(found.ctx, { projectId: address.projectId, userId: user.id });
    await expect(signIn).rejects.toMatchObject({ code: "project_not_found" });
    const elsewhere = await linked();
    await expect(change(elsewhere.address, { saml })).rejects.toMatchObject({ code: "project_not_found" });
    expect(await isSetUpLinkOpenable(ctx, elsewhere.token)).toBe(false);
    expect(await findSetUp({ ...browser, project: elsewhere.ctx.project })).toBeNull();
  });

  it("is created and revoked by admins alone, and kept as a hash", async () => {
    const { ctx, address, token, member, stranger } = await linked();
    const changes = [
      (by: Parameters<typeof revokeSetUpLink>[0]) => createSetUpLink(by, { ...address, days: 7 }),
      (by: Parameters<typeof revokeSetUpLink>[0]) => revokeSetUpLink(by, address),
    ];
    for (const change of changes) {
      for (const role of ["viewer", "developer"] as const) {
        await expect(change(await member(role))).rejects.toMatchObject({ code: "missing_permission" });
      }
      await expect(change(stranger)).rejects.toMatchObject({ code: "project_not_found" });
    }
    const rows = await ctx.db.ssoSetUpLink.findMany({ where: { projectId: address.projectId } });
    expect(JSON.stringify(rows)).not.toContain(token);
    const actions = (await ctx.db.auditEvent.findMany({ where: { targetId: address.connectionId } })).map(
      ({ action }) => action,
    );
    expect(actions).toContain("sso_set_up.create_link");
  });
});
