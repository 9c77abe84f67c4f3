import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import type { ServiceContext } from "@/lib/runtime";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { listSsoConnections } from "@/lib/sign-in/sso/connections/list";
import { removeSsoConnection } from "@/lib/sign-in/sso/connections/remove";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { removeSsoDomain } from "@/lib/sign-in/sso/domains/remove";
import { verifySsoDomain } from "@/lib/sign-in/sso/domains/verify";
import { showSamlMetadata } from "@/lib/sign-in/sso/saml/show-metadata";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";
import { makeIdentityProvider, metadataOf } from "@/tests/support/saml-identity-provider";
import { makeSsoContext, operatorOf, proveDomain, publish, signInAt } from "@/tests/support/sso";

const GIVEN = { name: "Acme", protocol: "saml", createsUsers: true, startsAtProvider: false } as const;

/** A project of an organisation, by an actor of it. */
async function makeProject(resolveTxt?: (name: string) => Promise<string[]>) {
  const organisation = await createOrganisation();
  const { id: projectId } = await insertProject(organisation);
  const ctx = await makeContext(resolveTxt ? { mail: { resolveTxt } } : {});
  const by = (actor: Actor): ServiceContext => ({ ...ctx, actor });
  const key = (scope: "read" | "read-write" | "admin", of = projectId) =>
    by({ kind: "server-key", id: "key_test", projectId: of, scope });
  return { ctx, organisation, projectId, by, key };
}

const auditOf = async ({ db }: ServiceContext, targetId: string) =>
  (await db.auditEvent.findMany({ where: { targetId }, orderBy: { createdAt: "asc" } }))
    .map(({ action }) => action)
    .sort();

const CHANGES: [
  string,
  (ctx: ServiceContext, address: { projectId: string; connectionId: string }) => Promise<unknown>,
][] = [
  ["create", (ctx, { projectId }) => createSsoConnection(ctx, { ...GIVEN, projectId })],
  ["update", (ctx, address) => updateSsoConnection(ctx, { ...address, name: "Acme Ltd" })],
  ["remove", (ctx, address) => removeSsoConnection(ctx, address)],
  ["add a domain", (ctx, address) => addSsoDomain(ctx, { ...address, domain: "acme.example" })],
  ["verify a domain", (ctx, address) => verifySsoDomain(ctx, { ...address, domain: "acme.example" })],
  ["remove a domain", (ctx, address) => removeSsoDomain(ctx, { ...address, domain: "acme.example" })],
];

describe("a connection", () => {
  it("is created off, set up, enabled, changed and deleted, each with its audit entry", async () => {
    const records = new Map<string, string[]>();
    const { ctx, projectId, key } = await makeProject(async (name) => records.get(name) ?? []);
    const admin = key("admin");
    const idp = await makeIdentityProvider();
    const made = await createSsoConnection(admin, { ...GIVEN, projectId });
    expect(made).toMatchObject({ name: "Acme", protocol: "saml", enabled: false, saml: null, domains: [] });
    const startUrl = `${ctx.baseUrl}/auth/${projectId}/sso/${made.id}`;
    const serviceProvider = {
      startUrl,
      acsUrl: `${startUrl}/acs`,
      entityId: `${startUrl}/metadata`,
      redirectUri: `${startUrl}/callback`,
      logoutUrl: `${startUrl}/slo`,
      postLogoutRedirectUri: `${startUrl}/signed-out`,
      backchannelLogoutUri: `${startUrl}/backchannel-logout`,
      certificate: null,
      nextCertificate: null,
    };
    expect(made.serviceProvider).toEqual(serviceProvider);
    const address = { projectId, connectionId: made.id };
    const enable = () => updateSsoConnection(admin, { ...address, enabled: true });
    await expect(enable()).rejects.toMatchObject({ code: "conflict" });
    const { entityId, signInUrl } = idp;
    const set = await updateSsoConnection(admin, { ...address, saml: { metadata: metadataOf(idp) } });
    const fingerprint = expect.stringMatching(/^([0-9a-f]{2}:){31}[0-9a-f]{2}$/);
    const certificates = [{ fingerprint, expiresAt: "2036-01-01T00:00:00.000Z" }];
    expect(set.saml).toEqual({
      entityId,
      signInUrl,
      signInBinding: "redirect",
      signOutUrl: null,
      signOutBinding: "redirect",
      certificates,
      validUntil: null,
      metadata: null,
    });
    await expect(enable()).rejects.toMatchObject({ code: "conflict" });
    const { domains } = await addSsoDomain(admin, { ...address, domain: "ACME.example." });
    expect(domains).toMatchObject([{ domain: "acme.example", verifiedAt: null, checkedAt: null }]);
    for (const domain of domains) publish(records, domain);
    await verifySsoDomain(admin, { ...address, domain: "acme.example" });
    expect(await enable()).toMatchObject({ enabled: true });
    const renamed = await updateSsoConnection(admin, { ...address, name: "Acme Ltd", startsAtProvider: true });
    expect(renamed).toMatchObject({ name: "Acme Ltd", enabled: true, startsAtProvider: true });
    expect(await showSsoConnection(key("read"), address)).toEqual(renamed);
    expect(await listSsoConnections(key("read"), { projectId })).toEqual({ items: [renamed] });
    await expect(removeSsoDomain(admin, { ...address, domain: "acme.example" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await removeSsoConnection(admin, address)).toEqual({ id: made.id, name: "Acme Ltd", endedSessions: 0 });
    await expect(showSsoConnection(admin, address)).rejects.toMatchObject({ code: "sso_connection_not_found" });
    const changes = ["create", "delete", "update", "update", "update"].map((verb) => `sso_connection.${verb}`);
    expect(await auditOf(ctx, made.id)).toEqual([...changes, "sso_domain.add", "sso_domain.verify"]);
  });

  it.each(CHANGES)("is not for a lesser key or a viewer to %s, and not there for a stranger", async (_, change) => {
    const { projectId, organisation, by, key } = await makeProject();
    const { id: connectionId } = await createSsoConnection(key("admin"), { ...GIVEN, projectId });
    const address = { projectId, connectionId };
    for (const scope of ["read", "read-write"] as const) {
      await expect(change(key(scope), address)).rejects.toMatchObject({ code: "key_scope_too_narrow" });
    }
    await expect(change(by(organisation.member.viewer), address)).rejects.toMatchObject({ code: "missing_permission" });
    const strange = await makeProject();
    const strangers = [key("admin", strange.projectId), by(strange.organisation.member.owner)];
    for (const stranger of strangers) {
      await expect(change(stranger, address)).rejects.toMatchObject({ code: "project_not_found" });
    }
    const elsewhere = { projectId: strange.projectId, connectionId };
    const asStranger = change(strange.key("admin"), elsewhere);
    if (_ !== "create") await expect(asStranger).rejects.toMatchObject({ code: "sso_connection_not_found" });
  });

  it("names the fault of an identity provider", async () => {
    const { projectId, key } = await makeProject();
    const idp = await makeIdentityProvider();
    const metadata = metadataOf(idp);
    const pem = (der: Buffer | string) => `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----`;
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const fields = { entityId: idp.entityId, signInUrl: idp.signInUrl, certificates: [idp.certificate] };
    const wrong: [string, object][] = [
      ["saml.metadata", { metadata: "not XML" }],
      ["saml.metadata", { metadata: `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${metadata}` }],
      ["saml.metadata", { metadata: metadata.replaceAll("IDPSSODescriptor", "SPSSODescriptor") }],
      ["saml.metadata", { metadata: metadata.replaceAll(/HTTP-(Redirect|POST)/g, "SOAP") }],
      ["saml.metadata", { metadata: metadata.replaceAll(idp.certificate, "AAAA") }],
      ["saml.metadata", { metadata: metadata.replace('use="signing"', 'use="encryption"') }],
      ["saml.certificates", { ...fields, certificates: [pem("AAAA")] }],
      ["saml.certificates", { ...fields, certificates: [publicKey.export({ type: "spki", format: "pem" })] }],
      ...["http://idp.acme.example/sso", "javascript:alert(1)", "https://a@idp.example/", "//idp.example"].map(
        (signInUrl): [string, object] => ["saml.signInUrl", { ...fields, signInUrl }],
      ),
      ["saml.signInUrl", { metadata: metadata.replace(`"${idp.signInUrl}"`, '"javascript:alert(1)"') }],
    ];
    for (const [path, saml] of wrong) {
      const made = createSsoConnection(key("admin"), { ...GIVEN, projectId, saml });
      await expect(made, JSON.stringify(saml)).rejects.toMatchObject({ code: "invalid_request", details: [{ path }] });
    }
    const two = { ...fields, certificates: [pem(idp.certificate.replace(/.{64}/g, "$&\n")), idp.certificate] };
    const made = await createSsoConnection(key("admin"), { ...GIVEN, projectId, saml: two });
    expect(made.saml).toMatchObject({ entityId: idp.entityId, certificates: [{}, {}] });
  });

  it("keeps its identity provider once people have signed in, whose certificates and address may change", async () => {
    const ctx = await makeSsoContext();
    const idp = await makeIdentityProvider();
    const operator = operatorOf(ctx);
    const projectId = ctx.project.id;
    const made = await createSsoConnection(operator, { ...GIVEN, projectId, saml: { metadata: metadataOf(idp) } });
    const address = { projectId, connectionId: made.id };
    await proveDomain(ctx, made.id, "acme.example");
    await updateSsoConnection(operator, { ...address, enabled: true });
    await signInAt(ctx, { idp, connection: made }, { nameId: "ada" });
    const rolled = { ...(await makeIdentityProvider()), signInUrl: "https://idp.acme.example/new" };
    const set = await updateSsoConnection(operator, { ...address, saml: { metadata: metadataOf(rolled) } });
    expect(set.saml?.signInUrl).toBe(rolled.signInUrl);
    const next = await signInAt(ctx, { idp: rolled, connection: made }, { nameId: "ada" });
    expect(next.received.session).toBeTruthy();
    const other = await makeIdentityProvider("idp.other.example");
    const moved = updateSsoConnection(operator, { ...address, saml: { metadata: metadataOf(other) } });
    await expect(moved).rejects.toMatchObject({ code: "conflict" });
  });

  it("has metadata of its own, before it is enabled too, and none for another project", async () => {
    const ctx = await makeSsoContext();
    const made = await createSsoConnection(operatorOf(ctx), { ...GIVEN, projectId: ctx.project.id });
    const { text, headers } = await showSamlMetadata(ctx, { connectionId: made.id });
    expect(headers).toEqual({ "Content-Type": "application/samlmetadata+xml" });
    expect(text).toContain(`entityID="${made.serviceProvider.entityId}"`);
    expect(text).toContain(`Location="${made.serviceProvider.acsUrl}"`);
    expect(text).toContain('WantAssertionsSigned="true"');
    const elsewhere = showSamlMetadata(await makeSsoContext(), { connectionId: made.id });
    await expect(elsewhere).rejects.toMatchObject({ code: "PROVIDER_NOT_FOUND" });
  });
});

describe("a domain of a connection", () => {
  it("counts once its record is found, and is one connection's of the project", async () => {
    const ctx = await makeSsoContext();
    const operator = operatorOf(ctx);
    const projectId = ctx.project.id;
    const connections = [1, 2].map(() => createSsoConnection(operator, { ...GIVEN, projectId }));
    const [first, second] = (await Promise.all(connections)).map(({ id }) => ({ projectId, connectionId: id }));
    if (!first || !second) throw new Error("there are two connections");
    const domain = "acme.example";
    const { domains } = await addSsoDomain(operator, { ...first, domain });
    expect(domains[0]?.record).toEqual({
      type: "TXT",
      name: "_coppice-sso.acme.example",
      value: expect.stringMatching(/^coppice-sso=\w{32}$/),
    });
    expect((await addSsoDomain(operator, { ...first, domain })).domains).toEqual(domains);
    const check = (address = first) => verifySsoDomain(operator, { ...address, domain });
    await expect(check()).rejects.toMatchObject({ code: "conflict" });
    expect((await showSsoConnection(operator, first)).domains[0]?.checkedAt).toEqual(expect.any(String));
    const other = (await addSsoDomain(operator, { ...second, domain })).domains[0];
    if (!domains[0] || !other) throw new Error("there are two domains");
    publish(ctx.records, other);
    await expect(check()).rejects.toMatchObject({ code: "conflict" });
    ctx.records.set(other.record.name, [other.record.value, "v=spf1 -all", domains[0].record.value]);
    const verified = await check();
    expect(verified.verifiedAt).toEqual(expect.any(String));
    expect(await check()).toEqual(verified);
    await expect(check(second)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Another"),
    });
    await removeSsoDomain(operator, { ...first, domain });
    expect((await check(second)).verifiedAt).toEqual(expect.any(String));
    await expect(check()).rejects.toMatchObject({ code: "not_found" });
  });

  it("is no suffix that strangers share, and no address", async () => {
    const { projectId, key } = await makeProject();
    const { id: connectionId } = await createSsoConnection(key("admin"), { ...GIVEN, projectId });
    for (const domain of [
      "com",
      "co.uk",
      "github.io",
      "127.0.0.1",
      "a@acme.example",
      "https://acme.example",
      "*.acme.example",
    ]) {
      const added = addSsoDomain(key("admin"), { projectId, connectionId, domain });
      await expect(added, domain).rejects.toMatchObject({ code: "invalid_request" });
    }
  });

  it("is checked so often and no more, and stays as it is while no name server answers", async () => {
    const { projectId, key } = await makeProject();
    const { id: connectionId } = await createSsoConnection(key("admin"), { ...GIVEN, projectId });
    const address = { projectId, connectionId, domain: "acme.example" };
    await addSsoDomain(key("admin"), address);
    const admin = key("admin");
    for (let i = 0; i < 30; i += 1) {
      await expect(verifySsoDomain(admin, address)).rejects.toMatchObject({ code: "service_unavailable" });
    }
    await expect(verifySsoDomain(admin, address)).rejects.toMatchObject({ code: "rate_limited" });
  });
});
