import { describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { SealError } from "@/lib/core/crypto/seal";
import { SetProviderInput } from "@/lib/sign-in/projects/providers/fields";
import { listProviders } from "@/lib/sign-in/projects/providers/list";
import { removeProvider } from "@/lib/sign-in/projects/providers/remove";
import { clientSecretPlace } from "@/lib/sign-in/projects/providers/resource";
import { setProvider } from "@/lib/sign-in/projects/providers/set";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import { createOrganisation, FixedClock, keyActor, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const SECRET = "a-client-secret-4711";
const GITHUB = { provider: "github", clientId: "Iv1.abc", clientSecret: SECRET, isEnabled: true } as const;

async function setUp(clock = new FixedClock()) {
  const organisation = await createOrganisation();
  const { id: projectId } = await insertProject(organisation);
  const ctx = await makeContext({ actor: organisation.member.developer, clock });
  return { organisation, ctx, clock, address: { organisationId: organisation.id, projectId } };
}

describe("a project's client at a provider", () => {
  it("is set, replaced, listed and removed, with a trace of each and its secret in none", async () => {
    const { ctx, clock, address } = await setUp();
    const first = await setProvider(ctx, { ...address, ...GITHUB });
    const { clientSecret: _, ...shown } = GITHUB;
    const own = { name: "GitHub", issuer: null, scopes: [], authentication: null, teamId: null, keyId: null };
    const callbackUrl = `http://localhost:3000/auth/${address.projectId}/callback/github`;
    expect(first).toEqual({
      ...shown,
      ...own,
      callbackUrl,
      createdAt: clock.now().toISOString(),
      updatedAt: clock.now().toISOString(),
    });
    clock.advance(60_000);
    const second = await setProvider(ctx, { ...address, ...GITHUB, clientId: "Iv1.def", isEnabled: false });
    expect(second).toMatchObject({ clientId: "Iv1.def", isEnabled: false, createdAt: first.createdAt });
    expect(second.updatedAt).toBe(clock.now().toISOString());
    expect(await listProviders(ctx, address)).toEqual([second]);
    expect(await removeProvider(ctx, { ...address, provider: "github" })).toEqual(second);
    expect(await listProviders(ctx, address)).toEqual([]);
    await expect(removeProvider(ctx, { ...address, provider: "github" })).rejects.toMatchObject({ code: "not_found" });
    const events = await ctx.db.auditEvent.findMany({
      where: { targetId: address.projectId, action: { startsWith: "project_provider." } },
      orderBy: { createdAt: "asc" },
    });
    expect(events.map((event) => event.action).sort()).toEqual([
      "project_provider.remove",
      "project_provider.set",
      "project_provider.set",
    ]);
    expect(JSON.stringify([events, first, second])).not.toContain(SECRET);
  });

  it("SC-01: has its secret sealed to project and provider; a dump shows it nowhere, and a moved one does not open", async () => {
    const { ctx, address } = await setUp();
    const { projectId } = address;
    await setProvider(ctx, { ...address, ...GITHUB });
    await setProvider(ctx, { ...address, ...GITHUB, provider: "google", clientSecret: "another-secret" });
    const dump = await ctx.db.$queryRaw<object[]>`
      select p::text as text from project_provider p where project_id = ${projectId}
      union all select a::text from audit_event a where target_id = ${projectId}`;
    expect(dump).toHaveLength(5);
    expect(JSON.stringify(dump)).not.toContain(SECRET);
    const sealed = async (provider: "github" | "google") => {
      const where = { projectId_provider: { projectId, provider } };
      const row = await ctx.db.projectProvider.findUniqueOrThrow({ where, select: { clientSecret: true } });
      return row.clientSecret;
    };
    expect(ctx.sealer.open(await sealed("github"), clientSecretPlace(projectId, "github"))).toBe(SECRET);
    expect(ctx.sealer.open(await sealed("google"), clientSecretPlace(projectId, "google"))).toBe("another-secret");
    const swapped = await sealed("google");
    expect(() => ctx.sealer.open(swapped, clientSecretPlace(projectId, "github"))).toThrow(SealError);
    const elsewhere = clientSecretPlace("p_00000000000000000000", "google");
    expect(() => ctx.sealer.open(swapped, elsewhere)).toThrow(SealError);
    const row = await ctx.db.projectProvider.findFirstOrThrow({ where: { projectId } });
    expect(row).not.toHaveProperty("clientSecret");
  });

  it("is refused to viewers and keys of every kind, and strangers find nothing", async () => {
    const { organisation, address, ctx } = await setUp();
    const other = await createOrganisation();
    await setProvider(ctx, { ...address, ...GITHUB });
    const { projectId } = address;
    const refused: [Actor, string][] = [
      [organisation.member.viewer, "missing_permission"],
      [keyActor(organisation.member.owner), "missing_permission"],
      [{ kind: "server-key", id: "key_1", projectId, scope: "admin" }, "missing_permission"],
      [{ kind: "public-key", id: "key_1", projectId, scope: "read-write" }, "missing_permission"],
      [other.member.owner, "not_found"],
    ];
    for (const [actor, code] of refused) {
      const theirs = await makeContext({ actor });
      await expect(setProvider(theirs, { ...address, ...GITHUB, clientId: "evil" })).rejects.toMatchObject({ code });
      await expect(removeProvider(theirs, { ...address, provider: "github" })).rejects.toMatchObject({ code });
    }
    const stranger = await makeContext({ actor: other.member.owner });
    const foreign = { organisationId: other.id, projectId };
    const notFound = { code: "project_not_found" };
    await expect(setProvider(stranger, { ...foreign, ...GITHUB })).rejects.toMatchObject(notFound);
    await expect(removeProvider(stranger, { ...foreign, provider: "github" })).rejects.toMatchObject(notFound);
    await expect(listProviders(stranger, foreign)).rejects.toMatchObject(notFound);
    const viewer = await makeContext({ actor: organisation.member.viewer });
    expect(await listProviders(viewer, address)).toEqual([expect.objectContaining({ clientId: "Iv1.abc" })]);
  });

  it("cannot be changed by members while the project is suspended", async () => {
    const { ctx, address } = await setUp();
    await setProvider(ctx, { ...address, ...GITHUB });
    await setProjectStatus(await makeContext(), { projectId: address.projectId, status: "suspended" });
    const suspended = { code: "project_suspended" };
    await expect(setProvider(ctx, { ...address, ...GITHUB })).rejects.toMatchObject(suspended);
    await expect(removeProvider(ctx, { ...address, provider: "github" })).rejects.toMatchObject(suspended);
    expect(await listProviders(ctx, address)).toHaveLength(1);
  });

  it("takes only known providers, and ids and secrets of visible characters", () => {
    const address = { organisationId: "org_1", projectId: "p_1" };
    const parse = (change: object) => SetProviderInput.safeParse({ ...address, ...GITHUB, ...change }).success;
    expect(parse({})).toBe(true);
    const wrong = [
      { provider: "evil" },
      { clientId: "" },
      { clientId: "a b" },
      { clientId: "a\r\nX-Evil: 1" },
      { clientId: "x".repeat(256) },
      { clientSecret: "  " },
      { clientSecret: "a\u0000b" },
      { clientSecret: "x".repeat(4_097) },
    ];
    for (const change of wrong) expect(parse(change)).toBe(false);
  });
});
