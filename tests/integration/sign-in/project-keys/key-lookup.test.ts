import { describe, expect, it } from "vitest";
import { createSecretText, hashSecretText } from "@/lib/core/crypto/secret-text";
import { KeyUseRecorder } from "@/lib/people/api-keys/last-used";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { ProjectKeyLookup } from "@/lib/sign-in/project-keys/key-lookup";
import { listProjectKeys } from "@/lib/sign-in/project-keys/list";
import { revokeProjectKey } from "@/lib/sign-in/project-keys/revoke";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import { updateSettings } from "@/lib/sign-in/projects/update-settings";
import { createOrganisation, makeContext, workerDatabase } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

async function setUp(settings: unknown = {}) {
  const organisation = await createOrganisation();
  const project = await insertProject(organisation, { settings });
  const ctx = await makeContext();
  const address = { organisationId: organisation.id, projectId: project.id };
  const key = await createPublicKey(ctx, { ...address, name: "web", scope: "read-write", expiresAt: null });
  return { ctx, project, address, key, hash: hashSecretText(key.secret) };
}

describe("looking a project's key up", () => {
  it("answers the key with its project's status and effective settings", async () => {
    const { ctx, project, address, key, hash } = await setUp({ password: { minLength: 11 } });
    expect(await ctx.signIn.projectKeys.find(hash)).toEqual({
      id: key.id,
      kind: "public",
      scope: "read-write",
      project: {
        id: project.id,
        name: project.name,
        status: "active",
        settings: project.settings,
        signingKey: null,
        hasSso: false,
        isBuiltIn: false,
      },
      expiresAt: null,
      revokedAt: null,
    });
    const expiresAt = new Date("2026-04-01T00:00:00.000Z");
    const server = await createServerKey(ctx, { ...address, name: "s", scope: "admin", expiresAt });
    expect(await ctx.signIn.projectKeys.find(hashSecretText(server.secret))).toMatchObject({
      id: server.id,
      kind: "server",
      scope: "admin",
      expiresAt,
      project: { settings: { password: { minLength: 11 } } },
    });
    expect(
      await ctx.signIn.projectKeys.find(hashSecretText(createSecretText("pk_coppice_auth_", ctx.random))),
    ).toBeNull();
  });

  it("shows a revocation, a suspension and a changed setting to the next request", async () => {
    const { ctx, address, key, hash } = await setUp();
    expect(await ctx.signIn.projectKeys.find(hash)).toMatchObject({ project: { status: "active" }, revokedAt: null });
    await updateSettings(ctx, { ...address, settings: { requireVerifiedEmail: true } });
    expect(await ctx.signIn.projectKeys.find(hash)).toMatchObject({
      project: { settings: { requireVerifiedEmail: true } },
    });
    await setProjectStatus(ctx, { projectId: address.projectId, status: "suspended" });
    expect(await ctx.signIn.projectKeys.find(hash)).toMatchObject({ project: { status: "suspended" } });
    await revokeProjectKey(ctx, { ...address, kind: "public", keyId: key.id });
    expect(await ctx.signIn.projectKeys.find(hash)).toMatchObject({ revokedAt: ctx.clock.now() });
  });

  it("AK-02: asks once for all requests of one moment, by hash alone, and answers each its own", async () => {
    const keys = [await setUp(), await setUp(), await setUp()];
    const { db, statements } = await recordingDatabase();
    const lookup = new ProjectKeyLookup(db);
    const unknown = hashSecretText("unknown");
    const found = await Promise.all([unknown, ...keys.map(({ hash }) => hash)].map((hash) => lookup.find(hash)));
    expect(found.map((key) => key?.id)).toEqual([undefined, ...keys.map(({ key }) => key.id)]);
    expect(found.map((key) => key?.project.id)).toEqual([undefined, ...keys.map(({ project }) => project.id)]);
    expect(statements).toHaveLength(1);
    expect(statements[0]).toMatch(/where k\.secret_hash = any \(\?::bytea\[\]\)$/);
  });

  it("parses the settings of a project once while they stay the same", async () => {
    const { hash, ctx, address } = await setUp();
    const first = await ctx.signIn.projectKeys.find(hash);
    expect((await ctx.signIn.projectKeys.find(hash))?.project.settings).toBe(first?.project.settings);
    await updateSettings(ctx, { ...address, settings: { requireVerifiedEmail: true } });
    expect((await ctx.signIn.projectKeys.find(hash))?.project.settings).not.toBe(first?.project.settings);
  });

  it("SE-13: settings that cannot be read let nobody in, and spare the other projects of the batch", async () => {
    const [broken, sound] = [await setUp(), await setUp()];
    const { ctx } = broken;
    const settings = { password: { minLength: 0 } };
    await ctx.db.project.update({ where: { id: broken.project.id }, data: { settings } });
    const [first, second] = await Promise.allSettled([
      ctx.signIn.projectKeys.find(broken.hash),
      ctx.signIn.projectKeys.find(sound.hash),
    ]);
    expect(first).toMatchObject({ status: "rejected" });
    expect(second).toMatchObject({ status: "fulfilled", value: { id: sound.key.id } });
  });
});

describe("noting when a project's keys are used", () => {
  it("AK-05: keeps the newest time and address, and leaves other keys alone", async () => {
    const [used, idle] = [await setUp(), await setUp()];
    const { ctx } = used;
    const recorder = new KeyUseRecorder(await workerDatabase(), ctx.log, "project_key", 60_000);
    recorder.record(used.key.id, new Date("2026-03-01T10:00:00.000Z"), "192.0.2.7");
    recorder.record(used.key.id, new Date("2026-03-01T10:00:05.000Z"), "192.0.2.8");
    await recorder.close();
    expect(await listProjectKeys(ctx, { ...used.address, kind: "public" })).toEqual([
      expect.objectContaining({ lastUsedAt: "2026-03-01T10:00:05.000Z", lastUsedAddress: "192.0.2.8" }),
    ]);
    expect(await listProjectKeys(ctx, { ...idle.address, kind: "public" })).toEqual([
      expect.objectContaining({ lastUsedAt: null, lastUsedAddress: null }),
    ]);
  });
});

/** The worker's client, with every raw statement noted before it is sent. */
async function recordingDatabase() {
  const real = await workerDatabase();
  const statements: string[] = [];
  const db = real.$extends({
    query: {
      $allOperations: ({ args, query }) => {
        statements.push((args as { sql: string }).sql.trim());
        return query(args);
      },
    },
  });
  return { db: db as unknown as typeof real, statements };
}
