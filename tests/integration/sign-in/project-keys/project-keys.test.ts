import { describe, expect, it } from "vitest";
import type { ProjectKeyKind } from "@/lib/core/access/project-key-scope";
import type { Actor, Context } from "@/lib/core/context";
import { isSecretText } from "@/lib/core/crypto/secret-text";
import { createKey } from "@/lib/people/api-keys/create";
import { revokeKey } from "@/lib/people/api-keys/revoke";
import { addMember } from "@/lib/people/members/add";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { CreateServerKeyInput, createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { listProjectKeys } from "@/lib/sign-in/project-keys/list";
import { revokeProjectKey } from "@/lib/sign-in/project-keys/revoke";
import { createProject } from "@/lib/sign-in/projects/create";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import { updateSettings } from "@/lib/sign-in/projects/update-settings";
import { createOrganisation, FixedClock, keyActor, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

async function setUp() {
  const organisation = await createOrganisation();
  const { id: projectId } = await insertProject(organisation);
  const clock = new FixedClock();
  const ctx = await makeContext({ actor: organisation.member.developer, clock });
  return { organisation, clock, ctx, address: { organisationId: organisation.id, projectId } };
}

type Address = Awaited<ReturnType<typeof setUp>>["address"];

interface Family {
  kind: ProjectKeyKind;
  prefix: string;
  make: (ctx: Context, address: Address, expiresAt?: Date | null) => ReturnType<typeof createPublicKey>;
}

const FAMILIES: Family[] = [
  {
    kind: "public",
    prefix: "pk_coppice_auth_",
    make: (ctx, address, expiresAt = null) =>
      createPublicKey(ctx, { ...address, name: "web", scope: "read-write", expiresAt }),
  },
  {
    kind: "server",
    prefix: "sk_coppice_",
    make: (ctx, address, expiresAt = null) =>
      createServerKey(ctx, { ...address, name: "web", scope: "read-write", expiresAt }),
  },
];

describe.each(FAMILIES)("a $kind key", ({ kind, prefix, make }) => {
  it("AK-01: is shown once; row, list and trace hold its hash and a hint only", async () => {
    const { ctx, address, organisation } = await setUp();
    const key = await make(ctx, address);
    expect(key).toMatchObject({ kind, hint: `${prefix}…${key.secret.slice(-4)}`, status: "active" });
    expect(key.createdBy).toBe(organisation.member.developer.id);
    const rows = await ctx.db.$queryRaw<object[]>`select k::text as text from project_key k where id = ${key.id}`;
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: key.id } });
    const listed = await listProjectKeys(ctx, { ...address, kind });
    expect([rows.length, events.length, listed.length]).toEqual([1, 1, 1]);
    const random = key.secret.slice(prefix.length, -4);
    for (const kept of [rows, events, listed]) expect(JSON.stringify(kept)).not.toContain(random);
    const { secret: _, ...rest } = key;
    expect(listed).toEqual([rest]);
  });

  it("AK-05: leaves a trace, and has a fixed prefix and a checksum that scanners can verify", async () => {
    const { ctx, address, organisation } = await setUp();
    const { id, secret } = await make(ctx, address);
    expect(secret).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{49}$`));
    expect(isSecretText(prefix, secret)).toBe(true);
    expect(isSecretText(prefix, secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0"))).toBe(false);
    expect(await ctx.db.auditEvent.findMany({ where: { targetId: id } })).toEqual([
      expect.objectContaining({
        action: "project_key.create",
        actorId: organisation.member.developer.id,
        organisationId: address.organisationId,
        data: expect.objectContaining({ projectId: address.projectId, kind, scope: "read-write" }),
      }),
    ]);
  });

  it("AK-05: is revoked for good, on record once, and only as the kind it is", async () => {
    const { ctx, clock, address } = await setUp();
    const { id: keyId } = await make(ctx, address);
    const otherKind = kind === "public" ? "server" : "public";
    await expect(revokeProjectKey(ctx, { ...address, kind: otherKind, keyId })).rejects.toMatchObject({
      code: "not_found",
    });
    const revoked = await revokeProjectKey(ctx, { ...address, kind, keyId });
    expect(revoked).toMatchObject({ status: "revoked", revokedAt: clock.now().toISOString() });
    clock.advance(1000);
    expect(await revokeProjectKey(ctx, { ...address, kind, keyId })).toEqual(revoked);
    expect(await ctx.db.auditEvent.count({ where: { targetId: keyId, action: "project_key.revoke" } })).toBe(1);
    expect(await listProjectKeys(ctx, { ...address, kind: otherKind })).toEqual([]);
  });

  it("expires when it was told to, and is not made with an expiry that has passed", async () => {
    const { ctx, clock, address } = await setUp();
    await expect(make(ctx, address, clock.now())).rejects.toMatchObject({ code: "invalid_request" });
    const key = await make(ctx, address, new Date(clock.now().getTime() + 1000));
    expect(key).toMatchObject({ status: "active" });
    clock.advance(1000);
    expect(await listProjectKeys(ctx, { ...address, kind })).toEqual([
      expect.objectContaining({ id: key.id, status: "expired" }),
    ]);
  });

  it("TI-05: is made, listed and revoked by no viewer and no key, of its own project or another", async () => {
    const { organisation, ctx, address } = await setUp();
    const sibling = await insertProject(organisation);
    const { id: keyId } = await make(ctx, address);
    const refused: Actor[] = [
      organisation.member.viewer,
      keyActor(organisation.member.owner),
      ...[address.projectId, sibling.id].flatMap((projectId): Actor[] => [
        { kind: "server-key", id: "key_1", projectId, scope: "admin" },
        { kind: "public-key", id: "key_1", projectId, scope: "read-write" },
      ]),
    ];
    for (const actor of refused) {
      const theirs = await makeContext({ actor });
      const missing = { code: "missing_permission" };
      await expect(make(theirs, address)).rejects.toMatchObject(missing);
      await expect(listProjectKeys(theirs, { ...address, kind })).rejects.toMatchObject(missing);
      await expect(revokeProjectKey(theirs, { ...address, kind, keyId })).rejects.toMatchObject(missing);
    }
    expect(await listProjectKeys(ctx, { ...address, kind })).toEqual([
      expect.objectContaining({ id: keyId, status: "active" }),
    ]);
  });

  it("is nothing that strangers find, nor a member of the organisation under another project", async () => {
    const { organisation, ctx, address } = await setUp();
    const other = await createOrganisation();
    const sibling = { ...address, projectId: (await insertProject(organisation)).id };
    const { id: keyId } = await make(ctx, address);
    const stranger = await makeContext({ actor: other.member.owner });
    const foreign = { ...address, organisationId: other.id };
    await expect(make(stranger, address)).rejects.toMatchObject({ code: "not_found" });
    await expect(revokeProjectKey(stranger, { ...address, kind, keyId })).rejects.toMatchObject({ code: "not_found" });
    const notFound = { code: "project_not_found" };
    await expect(make(stranger, foreign)).rejects.toMatchObject(notFound);
    await expect(listProjectKeys(stranger, { ...foreign, kind })).rejects.toMatchObject(notFound);
    await expect(revokeProjectKey(stranger, { ...foreign, kind, keyId })).rejects.toMatchObject(notFound);
    await expect(revokeProjectKey(ctx, { ...sibling, kind, keyId })).rejects.toMatchObject({ code: "not_found" });
    expect(await ctx.db.projectKey.findMany({ where: { projectId: address.projectId } })).toEqual([
      expect.objectContaining({ id: keyId, revokedAt: null }),
    ]);
  });

  it("is not made by members for a suspended project, and can be revoked there", async () => {
    const { ctx, address } = await setUp();
    const { id: keyId } = await make(ctx, address);
    await setProjectStatus(await makeContext(), { projectId: address.projectId, status: "suspended" });
    await expect(make(ctx, address)).rejects.toMatchObject({ code: "project_suspended" });
    expect(await revokeProjectKey(ctx, { ...address, kind, keyId })).toMatchObject({ status: "revoked" });
  });
});

describe("scopes", () => {
  it("reach admin for a server key only, and only by an administrator's hand", async () => {
    const { organisation, ctx, address } = await setUp();
    const input = { ...address, name: "tests", scope: "admin" as const, expiresAt: null };
    await expect(createServerKey(ctx, input)).rejects.toMatchObject({ code: "missing_permission" });
    for (const actor of [organisation.member.admin, organisation.member.owner]) {
      expect(await createServerKey(await makeContext({ actor }), input)).toMatchObject({ scope: "admin" });
    }
    expect(CreateServerKeyInput.safeParse({ ...input, scope: "root" }).success).toBe(false);
    const columns = { id: "key_x", name: "x", hint: "x", secretHash: new Uint8Array(32), createdBy: "x" };
    const row = { ...columns, projectId: address.projectId, kind: "public", scope: "admin" };
    await expect(ctx.db.projectKey.create({ data: row })).rejects.toThrow(/project_key_kind_check/);
  });
});

describe("a server key of the highest scope", () => {
  it("TI-05: changes nothing of the organisation, of its project or of a sibling", async () => {
    const { organisation, address } = await setUp();
    const sibling = await insertProject(organisation);
    const { id: organisationId, member } = organisation;
    const operator = await makeContext();
    const managementKey = { organisationId, memberId: member.owner.id, name: "k", databaseId: null, readOnly: false };
    const { id: keyId } = await createKey(operator, { ...managementKey, expiresAt: null });
    const before = await countAll(operator, organisationId);
    const ctx = await makeContext({
      actor: { kind: "server-key", id: "key_1", projectId: address.projectId, scope: "admin" },
    });
    const attempts = [
      () => createKey(ctx, { ...managementKey, expiresAt: null }),
      () => revokeKey(ctx, { organisationId, keyId }),
      () => addMember(ctx, { organisationId, email: "evil@acme.example", role: "owner" }),
      () => createProject(ctx, { organisationId, name: "Evil" }),
      () => updateSettings(ctx, { ...address, settings: { methods: { signUp: false } } }),
      () => updateSettings(ctx, { organisationId, projectId: sibling.id, settings: { requireVerifiedEmail: true } }),
      () => setProjectStatus(ctx, { projectId: sibling.id, status: "suspended" }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "missing_permission" });
    expect(await countAll(operator, organisationId)).toEqual(before);
  });
});

async function countAll({ db }: Context, organisationId: string) {
  return {
    keys: await db.managementKey.findMany({ where: { organisationId } }),
    members: await db.member.count({ where: { organisationId } }),
    projects: await db.project.findMany({ where: { organisationId }, orderBy: { id: "asc" } }),
    events: await db.auditEvent.count({ where: { organisationId } }),
  };
}
