import { describe, expect, it } from "vitest";
import { KeyName } from "@/lib/core/access/key-status";
import { isSecretText } from "@/lib/core/crypto/secret-text";
import { type CreateKeyInput, createKey } from "@/lib/people/api-keys/create";
import { listKeys } from "@/lib/people/api-keys/list";
import { revokeKey } from "@/lib/people/api-keys/revoke";
import { createOrganisation, FixedClock, keyActor, makeContext, type TestOrganisation } from "@/tests/support/context";
import { insertDatabase, insertHost } from "@/tests/support/rows";

function keyFor({ id, member }: TestOrganisation, options: Partial<CreateKeyInput> = {}): CreateKeyInput {
  const base = { organisationId: id, memberId: member.owner.id, name: "deploy" };
  return { ...base, databaseId: null, readOnly: false, expiresAt: null, ...options };
}

describe("making a key", () => {
  it("AK-01: shows the secret once; rows, lists and traces hold its hash and a hint only", async () => {
    const organisation = await createOrganisation();
    const ctx = await makeContext({ actor: organisation.member.owner });
    const key = await createKey(ctx, keyFor(organisation, { readOnly: true }));
    expect(key.hint).toBe(`mk_coppice_…${key.secret.slice(-4)}`);
    const rows = await ctx.db.$queryRaw<object[]>`select k::text as text from management_key k where id = ${key.id}`;
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: key.id } });
    const listed = await listKeys(ctx, { organisationId: organisation.id });
    expect([rows.length, events.length, listed.length]).toEqual([1, 1, 1]);
    const random = key.secret.slice("mk_coppice_".length, -4);
    for (const kept of [rows, events, listed]) expect(JSON.stringify(kept)).not.toContain(random);
    expect(listed[0]).toMatchObject({ id: key.id, hint: key.hint, readOnly: true, status: "active", lastUsedAt: null });
    expect(listed[0]).not.toHaveProperty("secretHash");
  });

  it("AK-05: leaves a trace, and the secret has a fixed prefix and a checksum that scanners can verify", async () => {
    const organisation = await createOrganisation();
    const ctx = await makeContext({ actor: organisation.member.owner });
    const { id, secret } = await createKey(ctx, keyFor(organisation));
    expect(secret).toMatch(/^mk_coppice_[0-9A-Za-z]{49}$/);
    expect(isSecretText("mk_coppice_", secret)).toBe(true);
    const changed = secret.slice(0, 20) + (secret[20] === "a" ? "b" : "a") + secret.slice(21);
    expect(isSecretText("mk_coppice_", changed)).toBe(false);
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: id } });
    expect(events).toEqual([expect.objectContaining({ action: "key.create", actorId: organisation.member.owner.id })]);
  });

  it("can confine it to one database of the organisation, and to no other's", async () => {
    const [own, other] = [await createOrganisation(), await createOrganisation()];
    const ctx = await makeContext();
    const { id: hostId } = await insertHost(ctx);
    const { id: databaseId } = await insertDatabase(ctx, { organisationId: own.id, hostId });
    expect(await createKey(ctx, keyFor(own, { databaseId }))).toMatchObject({ databaseId });
    await expect(createKey(ctx, keyFor(other, { databaseId }))).rejects.toMatchObject({ code: "database_not_found" });
    expect(await ctx.db.managementKey.count({ where: { organisationId: other.id } })).toBe(0);
  });

  it("refuses an expiry that has passed, another organisation's member and a name that is none", async () => {
    const [own, other] = [await createOrganisation(), await createOrganisation()];
    const clock = new FixedClock();
    const ctx = await makeContext({ clock });
    await expect(createKey(ctx, keyFor(own, { expiresAt: clock.now() }))).rejects.toMatchObject({
      code: "invalid_request",
    });
    const foreign = { memberId: other.member.owner.id };
    await expect(createKey(ctx, keyFor(own, foreign))).rejects.toMatchObject({ code: "not_found" });
    for (const name of ["", "   ", "a\nb", "x".repeat(65)]) expect(KeyName.safeParse(name).success).toBe(false);
  });

  it("is refused to viewers, to keys, and to members for somebody else; strangers find nothing", async () => {
    const [own, other] = [await createOrganisation(), await createOrganisation()];
    const { owner, viewer, developer } = own.member;
    for (const actor of [viewer, keyActor(owner), owner]) {
      const input = keyFor(own, { memberId: actor === viewer ? viewer.id : developer.id });
      await expect(createKey(await makeContext({ actor }), input)).rejects.toMatchObject({
        code: "missing_permission",
      });
    }
    const stranger = await makeContext({ actor: other.member.owner });
    await expect(createKey(stranger, keyFor(own))).rejects.toMatchObject({ code: "not_found" });
    await expect(listKeys(stranger, { organisationId: own.id })).rejects.toMatchObject({ code: "not_found" });
    const keys = await makeContext({ actor: keyActor(owner) });
    await expect(listKeys(keys, { organisationId: own.id })).rejects.toMatchObject({ code: "missing_permission" });
    expect(await stranger.db.managementKey.count({ where: { organisationId: own.id } })).toBe(0);
  });
});

describe("revoking a key", () => {
  it("AK-05: is for good, on record once, and harmless to repeat", async () => {
    const organisation = await createOrganisation();
    const clock = new FixedClock();
    const ctx = await makeContext({ actor: organisation.member.owner, clock });
    const { id: keyId } = await createKey(ctx, keyFor(organisation));
    const input = { organisationId: organisation.id, keyId };
    const revoked = await revokeKey(ctx, input);
    expect(revoked).toMatchObject({ status: "revoked", revokedAt: clock.now().toISOString() });
    clock.advance(1000);
    expect(await revokeKey(ctx, input)).toEqual(revoked);
    expect(await ctx.db.auditEvent.count({ where: { targetId: keyId, action: "key.revoke" } })).toBe(1);
  });

  it("lets developers revoke their own keys, admins everybody's; keys and strangers none", async () => {
    const [own, other] = [await createOrganisation(), await createOrganisation()];
    const operator = await makeContext();
    const owners = await createKey(operator, keyFor(own));
    const developers = await createKey(operator, keyFor(own, { memberId: own.member.developer.id }));
    const revoke = async (actor: Parameters<typeof keyActor>[0] | ReturnType<typeof keyActor>, keyId: string) =>
      revokeKey(await makeContext({ actor }), { organisationId: own.id, keyId });
    await expect(revoke(own.member.developer, owners.id)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(revoke(keyActor(own.member.owner), owners.id)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(revoke(own.member.viewer, owners.id)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(revoke(other.member.owner, owners.id)).rejects.toMatchObject({ code: "not_found" });
    const stranger = await makeContext({ actor: other.member.owner });
    const foreign = { organisationId: other.id, keyId: owners.id };
    await expect(revokeKey(stranger, foreign)).rejects.toMatchObject({ code: "not_found" });
    expect(await operator.db.managementKey.count({ where: { organisationId: own.id, revokedAt: null } })).toBe(2);
    expect(await revoke(own.member.developer, developers.id)).toMatchObject({ status: "revoked" });
    expect(await revoke(own.member.admin, owners.id)).toMatchObject({ status: "revoked" });
  });
});
