import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { refreshSsoMetadata } from "@/lib/sign-in/sso/metadata/refresh";
import { refreshAllSsoMetadata } from "@/lib/sign-in/sso/metadata/refresh-all";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { type MetadataServer, startMetadataServer } from "@/tests/support/metadata-server";
import { insertProject } from "@/tests/support/projects";
import {
  makeIdentityProvider,
  metadataOf,
  signXml,
  type TestIdentityProvider,
} from "@/tests/support/saml-identity-provider";
import { errorIn, makeSsoContext, operatorOf, proveDomain, signInAt } from "@/tests/support/sso";
import { otherBrowser, type TestRequest } from "@/tests/support/test-browser";

let server: MetadataServer;
let old: TestIdentityProvider;
let next: TestIdentityProvider;
beforeAll(async () => {
  server = await startMetadataServer();
  [old, next] = [await makeIdentityProvider(), await makeIdentityProvider()];
});
beforeEach(() => {
  server.answer = { status: 200, body: metadataOf(old) };
});
afterAll(() => server.close());

const HOUR = 3_600_000;

/** Metadata that announces both certificates. */
function announcing(...providers: TestIdentityProvider[]): string {
  const [first, ...others] = providers.map(metadataOf);
  const keys = others.map((xml) => /<md:KeyDescriptor[\s\S]*<\/md:KeyDescriptor>/.exec(xml)?.[0]).join("");
  return (first ?? "").replace("<md:SingleSignOnService", `${keys}<md:SingleSignOnService`);
}

/** Signed over the whole of itself, as federations have it. */
function signed(xml: string, by: TestIdentityProvider): string {
  const named = xml.slice(xml.indexOf("<md:")).replace("<md:EntityDescriptor ", '<md:EntityDescriptor ID="_m" ');
  return signXml(named, { ...by, element: "EntityDescriptor" });
}

/** An enabled connection whose metadata is at the server. */
async function connectByAddress(given: object = {}) {
  const ctx = await makeSsoContext();
  const operator = operatorOf(ctx);
  const projectId = ctx.project.id;
  const saml = { metadataUrl: server.url, ...given };
  const input = { name: "Acme", protocol: "saml", createsUsers: true, startsAtProvider: false } as const;
  const made = await createSsoConnection(operator, { ...input, projectId, saml });
  await proveDomain(ctx, made.id, "acme.example");
  const address = { projectId, connectionId: made.id };
  const connection = await updateSsoConnection(operator, { ...address, enabled: true });
  const refresh = () => refreshSsoMetadata(operator, address);
  const signIn = async (idp: TestIdentityProvider) => {
    const done = await signInAt({ ...otherBrowser(ctx), clock: ctx.clock }, { idp, connection }, { nameId: "ada" });
    return errorOf(done);
  };
  return { ctx, operator, address, connection, refresh, signIn };
}

const errorOf = ({ received }: TestRequest) => errorIn(received.redirect ?? null);

describe("SA-12: metadata at an address", () => {
  it("has both certificates count while both are announced, and a removed one none at once", async () => {
    const { refresh, signIn, ctx, address } = await connectByAddress();
    expect(await signIn(old)).toBeNull();
    expect(await signIn(next)).not.toBeNull();
    server.answer.body = announcing(old, next);
    expect((await refresh()).saml).toMatchObject({ certificates: [{}, {}], metadata: { problem: null } });
    for (const idp of [old, next]) expect(await signIn(idp)).toBeNull();
    server.answer.body = metadataOf(next);
    await refresh();
    expect(await signIn(next)).toBeNull();
    expect(await signIn(old)).not.toBeNull();
    const where = { targetId: address.connectionId, action: "sso_connection.refresh" };
    expect(await ctx.db.auditEvent.count({ where })).toBe(2);
    await refresh();
    expect(await ctx.db.auditEvent.count({ where })).toBe(2);
  });

  it.each([
    ["redirects", () => ({ status: 302, headers: { location: "https://idp.acme.example/" }, body: "" }), /redirects/],
    ["is gone", () => ({ status: 404, body: "" }), /answered 404/],
    ["is giant", () => ({ status: 200, body: metadataOf(next).padEnd(300_000) }), /larger/],
    ["isn't XML", () => ({ status: 200, body: "<a><b>" }), /well-formed/],
    ["is a web page", () => ({ status: 200, body: "<html>" }), /web page/],
    [
      "has entities",
      () => ({ status: 200, body: `<!DOCTYPE a [<!ENTITY b "c">]>${metadataOf(next)}` }),
      /document type/,
    ],
    [
      "is another identity provider's",
      () => ({ status: 200, body: metadataOf({ ...next, entityId: "https://evil.example" }) }),
      /is of https:\/\/evil\.example now, and must be of https:\/\/idp\.acme\.example/,
    ],
    [
      "leads elsewhere than to https",
      () => ({ status: 200, body: metadataOf({ ...next, signInUrl: "javascript:alert(1)" }) }),
      /must start with https/,
    ],
    [
      "has no certificate",
      () => ({ status: 200, body: metadataOf(next).replace('use="signing"', 'use="encryption"') }),
      /no certificate/,
    ],
  ])("changes nothing while it %s, and the owner sees why", async (_, answer, problem) => {
    const { refresh, signIn, connection } = await connectByAddress();
    server.answer = answer();
    const refreshed = await refresh();
    expect(refreshed.saml?.metadata?.problem).toMatch(problem);
    expect(refreshed).toMatchObject({ enabled: true, saml: { certificates: connection.saml?.certificates } });
    expect(await signIn(old)).toBeNull();
    expect(await signIn(next)).not.toBeNull();
    server.answer = { status: 200, body: metadataOf(old) };
    expect((await refresh()).saml?.metadata?.problem).toBeNull();
  });

  it("must be signed by the certificate that is set, where one is", async () => {
    const federation = await makeIdentityProvider("federation.example");
    server.answer.body = signed(metadataOf(old), federation);
    const { refresh, signIn } = await connectByAddress({ metadataCertificate: federation.certificate });
    expect(await signIn(old)).toBeNull();
    const wrapped = signed(metadataOf(old), federation).replace(old.certificate, next.certificate);
    const inside = metadataOf(next).replace(
      "</md:IDPSSODescriptor>",
      `</md:IDPSSODescriptor><x>${signed(metadataOf(old), federation)}</x>`,
    );
    for (const body of [metadataOf(next), signed(metadataOf(next), next), wrapped, inside]) {
      server.answer.body = body;
      expect((await refresh()).saml?.metadata?.problem).toMatch(/signed|signature/);
    }
    expect(await signIn(next)).not.toBeNull();
    server.answer.body = signed(metadataOf(next), federation);
    expect((await refresh()).saml?.metadata?.problem).toBeNull();
    expect(await signIn(next)).toBeNull();
  });

  it("is read again once an hour, and one that fails keeps no other from it", async () => {
    const first = await connectByAddress();
    const second = await connectByAddress();
    const asked = server.asked;
    const at = (ms: number) => ({
      ...first.operator,
      clock: { now: () => new Date(first.ctx.clock.now().getTime() + ms) },
    });
    await refreshAllSsoMetadata(at(HOUR - 60_000));
    expect(server.asked).toBe(asked);
    server.answer.body = announcing(old, next);
    await first.ctx.db.ssoConnection.updateMany({
      where: { id: first.address.connectionId },
      data: { metadataUrl: "http://127.0.0.1:1/metadata" },
    });
    await refreshAllSsoMetadata(at(2 * HOUR));
    const failed = await showSsoConnection(first.operator, first.address);
    expect(failed.saml).toMatchObject({ certificates: [{}], metadata: { problem: expect.stringMatching(/reached/) } });
    expect((await showSsoConnection(second.operator, second.address)).saml).toMatchObject({ certificates: [{}, {}] });
  });

  it("isn't asked for on the operator's network, and must be https", async () => {
    const { operator, address } = await connectByAddress();
    for (const metadataUrl of [
      "https://169.254.169.254/metadata",
      "http://idp.acme.example/metadata",
      "file:///etc/passwd",
    ]) {
      const set = updateSsoConnection(operator, { ...address, saml: { metadataUrl } });
      await expect(set).rejects.toMatchObject({ code: "invalid_request", details: [{ path: "saml.metadataUrl" }] });
    }
  });

  it("is forgotten once metadata is entered, and only who may set a connection up has it read", async () => {
    const { ctx, operator, address, refresh } = await connectByAddress();
    const lesser = { kind: "server-key", id: "key_test", projectId: address.projectId, scope: "read-write" } as const;
    const refused = refreshSsoMetadata({ ...ctx, actor: lesser }, address);
    await expect(refused).rejects.toMatchObject({ code: "key_scope_too_narrow" });
    const organisation = await createOrganisation();
    const { id: projectId } = await insertProject(organisation);
    const base = await makeContext();
    const stranger = { ...base, actor: organisation.member.owner };
    await expect(refreshSsoMetadata(stranger, address)).rejects.toMatchObject({ code: "project_not_found" });
    const elsewhere = refreshSsoMetadata(stranger, { ...address, projectId });
    await expect(elsewhere).rejects.toMatchObject({ code: "sso_connection_not_found" });
    const viewer = refreshSsoMetadata({ ...base, actor: organisation.member.viewer }, { ...address, projectId });
    await expect(viewer).rejects.toMatchObject({ code: "missing_permission" });
    const entered = await updateSsoConnection(operator, { ...address, saml: { metadata: metadataOf(old) } });
    expect(entered.saml?.metadata).toBeNull();
    await expect(refresh()).rejects.toMatchObject({ code: "conflict" });
  });
});
