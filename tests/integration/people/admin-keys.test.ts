import { expect, it } from "vitest";
import { isSecretText } from "@/lib/core/crypto/secret-text";
import { authenticateAdminKey } from "@/lib/people/admin-keys/authenticate";
import { createAdminKey } from "@/lib/people/admin-keys/create";
import { listAdminKeys } from "@/lib/people/admin-keys/list";
import { revokeAdminKey } from "@/lib/people/admin-keys/revoke";
import { createKey } from "@/lib/people/api-keys/create";
import { createOrganisation, FixedClock, keyActor, makeContext } from "@/tests/support/context";

it("AK-01: an admin key is shown once; rows, lists and traces hold its hash and a hint only", async () => {
  const ctx = await makeContext();
  const key = await createAdminKey(ctx, { name: "triage", expiresAt: null });
  expect(key.secret).toMatch(/^ak_coppice_[0-9A-Za-z]{49}$/);
  expect(isSecretText("ak_coppice_", key.secret)).toBe(true);
  expect(key.hint).toBe(`ak_coppice_…${key.secret.slice(-4)}`);
  const rows = await ctx.db.$queryRaw<object[]>`select k::text as text from admin_key k where id = ${key.id}`;
  const events = await ctx.db.auditEvent.findMany({ where: { targetId: key.id } });
  const listed = (await listAdminKeys(ctx)).filter(({ id }) => id === key.id);
  expect([rows.length, events.length, listed.length]).toEqual([1, 1, 1]);
  const random = key.secret.slice("ak_coppice_".length, -4);
  for (const kept of [rows, events, listed]) expect(JSON.stringify(kept)).not.toContain(random);
  expect(events).toMatchObject([{ action: "admin_key.create", organisationId: "service", actorKind: "operator" }]);
  expect(listed[0]).toMatchObject({ status: "active", lastUsedAt: null });
  expect(listed[0]).not.toHaveProperty("secretHash");
});

it("an admin key works until it is revoked or expires, and a key of another kind never does", async () => {
  const clock = new FixedClock();
  const ctx = await makeContext({ clock });
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const [lasting, expiring] = [
    await createAdminKey(ctx, { name: "lasting", expiresAt: null }),
    await createAdminKey(ctx, { name: "expiring", expiresAt }),
  ];
  const enter = (secret: string) => authenticateAdminKey(ctx, `Bearer ${secret}`);
  expect(await enter(lasting.secret)).toEqual({ kind: "admin-key", id: lasting.id });
  expect(await enter(expiring.secret)).toEqual({ kind: "admin-key", id: expiring.id });
  clock.advance(60_000);
  await expect(enter(expiring.secret)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await revokeAdminKey(ctx, { keyId: lasting.id })).toMatchObject({ status: "revoked" });
  await revokeAdminKey(ctx, { keyId: lasting.id });
  await expect(enter(lasting.secret)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await ctx.db.auditEvent.count({ where: { targetId: lasting.id, action: "admin_key.revoke" } })).toBe(1);
  const { id: organisationId, member } = await createOrganisation();
  const input = { organisationId, memberId: member.owner.id, name: "k", databaseId: null, readOnly: false };
  const { secret: management } = await createKey(ctx, { ...input, expiresAt: null });
  for (const secret of [management, `${lasting.secret.slice(0, -1)}-`, "ak_coppice_x", ""]) {
    await expect(enter(secret)).rejects.toMatchObject({ code: "unauthorized" });
  }
  await expect(authenticateAdminKey(ctx, null)).rejects.toMatchObject({ code: "unauthorized" });
});

it("nobody but the command line makes, lists or revokes admin keys, not even an admin key", async () => {
  const { member } = await createOrganisation();
  const { id: keyId } = await createAdminKey(await makeContext(), { name: "kept", expiresAt: null });
  const before = (await listAdminKeys(await makeContext())).length;
  for (const actor of [
    { kind: "admin-key" as const, id: keyId },
    { kind: "operator-account" as const, id: "usr_x" },
    { kind: "anonymous" as const, id: "anonymous" },
    keyActor(member.owner),
    member.owner,
  ]) {
    const ctx = await makeContext({ actor });
    const refused = { code: "missing_permission" };
    await expect(createAdminKey(ctx, { name: "k", expiresAt: null })).rejects.toMatchObject(refused);
    await expect(listAdminKeys(ctx)).rejects.toMatchObject(refused);
    await expect(revokeAdminKey(ctx, { keyId })).rejects.toMatchObject(refused);
  }
  expect(await listAdminKeys(await makeContext())).toHaveLength(before);
});

it("an admin key's expiry lies in the future, and one that does not exist is not found", async () => {
  const clock = new FixedClock();
  const ctx = await makeContext({ clock });
  await expect(createAdminKey(ctx, { name: "k", expiresAt: clock.now() })).rejects.toMatchObject({
    code: "invalid_request",
  });
  await expect(revokeAdminKey(ctx, { keyId: "key_none" })).rejects.toMatchObject({ code: "not_found" });
});
