import { afterEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import type { ServiceContext } from "@/lib/runtime";
import { listScimRefusals } from "@/lib/sign-in/scim/refusals/list";
import { setScimRoles } from "@/lib/sign-in/scim/roles/set";
import { createScimToken } from "@/lib/sign-in/scim/tokens/create";
import { listScimTokens } from "@/lib/sign-in/scim/tokens/list";
import { revokeScimToken } from "@/lib/sign-in/scim/tokens/revoke";
import { rotateScimToken } from "@/lib/sign-in/scim/tokens/rotate";
import type { InProcessServer } from "@/tests/support/in-process-server";
import { directoryOf, makeDirectory, newPerson } from "@/tests/support/scim";

let server: InProcessServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function setUp() {
  const directory = await makeDirectory();
  server = directory.server;
  const { ctx, address } = directory;
  const by = (actor: Actor): ServiceContext => ({ ...(ctx as unknown as ServiceContext), actor });
  const key = (scope: "read" | "read-write" | "admin", projectId = address.projectId) =>
    by({ kind: "server-key", id: "key_test", projectId, scope });
  return { ...directory, key };
}

const status = async (ask: ReturnType<typeof directoryOf>) => (await ask("GET", "/Users")).status;

describe("a SCIM token", () => {
  it("is created, shown once, rotated with a while for both, and revoked, each with its audit entry", async () => {
    const { server, ctx, key, address, ask, secret, tokenId } = await setUp();
    const admin = key("admin");
    expect(secret).toMatch(/^scim_coppice_\w{49}$/);
    const rotated = await rotateScimToken(admin, { ...address, tokenId, keepSeconds: 3_600 });
    const next = directoryOf(server, rotated.secret);
    expect([await status(ask), await status(next)]).toEqual([200, 200]);
    await expect(createScimToken(admin, address)).rejects.toMatchObject({ code: "conflict" });
    const { items, baseUrl } = await listScimTokens(key("read"), address);
    expect(baseUrl).toBe(`${ctx.baseUrl}/scim/v2`);
    expect(items.map(({ id, status }) => [id, status]).sort()).toEqual(
      [
        [rotated.id, "active"],
        [tokenId, "active"],
      ].sort(),
    );
    expect(JSON.stringify(items)).not.toContain(secret);
    await ctx.db.scimToken.updateMany({ where: { id: tokenId }, data: { expiresAt: new Date(0) } });
    expect([await status(ask), await status(next)]).toEqual([401, 200]);
    await expect(rotateScimToken(admin, { ...address, tokenId, keepSeconds: 0 })).rejects.toMatchObject({
      code: "not_found",
    });
    const revoked = await revokeScimToken(admin, { ...address, tokenId: rotated.id });
    expect(revoked.status).toBe("revoked");
    expect(await revokeScimToken(admin, { ...address, tokenId: rotated.id })).toEqual(revoked);
    expect(await status(next)).toBe(401);
    const rows = await ctx.db.auditEvent.findMany({ where: { targetId: address.connectionId } });
    const actions = rows.map(({ action }) => action).filter((action) => action.startsWith("scim_"));
    expect(actions.sort()).toEqual(["scim_token.create", "scim_token.revoke", "scim_token.rotate"]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it("is for administrators' keys of the project alone", async () => {
    const { key, address, tokenId } = await setUp();
    const changes: [string, (ctx: ServiceContext) => Promise<unknown>][] = [
      ["create", (ctx) => createScimToken(ctx, address)],
      ["rotate", (ctx) => rotateScimToken(ctx, { ...address, tokenId, keepSeconds: 60 })],
      ["revoke", (ctx) => revokeScimToken(ctx, { ...address, tokenId })],
      ["set roles", (ctx) => setScimRoles(ctx, { ...address, organizationId: null, roles: [] })],
    ];
    for (const [name, change] of changes) {
      await expect(change(key("read")), name).rejects.toMatchObject({ code: "key_scope_too_narrow" });
      await expect(change(key("read-write")), name).rejects.toMatchObject({ code: "key_scope_too_narrow" });
      await expect(change(key("admin", "p_00000000000000000000")), name).rejects.toMatchObject({
        code: "project_not_found",
      });
    }
    const elsewhere = { ...address, connectionId: "sso_00000000000000000000" };
    await expect(createScimToken(key("admin"), elsewhere)).rejects.toMatchObject({ code: "sso_connection_not_found" });
    for (const list of [listScimTokens, listScimRefusals]) {
      await expect(list(key("read"), elsewhere)).rejects.toMatchObject({ code: "sso_connection_not_found" });
      await expect(list(key("read", "p_00000000000000000000"), address)).rejects.toMatchObject({
        code: "project_not_found",
      });
    }
  });

  it("only reads while the project is suspended", async () => {
    const { ctx, ask, address } = await setUp();
    const { json } = await ask("POST", "/Users", newPerson());
    await ctx.db.project.update({ where: { id: address.projectId }, data: { status: "suspended" } });
    expect((await ask("GET", `/Users/${json.id}`)).status).toBe(200);
    const refused = await ask("DELETE", `/Users/${json.id}`);
    expect(refused).toMatchObject({ status: 403, json: { code: "project_suspended" } });
  });
});

describe("the refusals of a connection", () => {
  it("tell the owner why the directory's requests failed, the newest hundred", async () => {
    const { ask, key, address } = await setUp();
    const foreign = newPerson({ emails: [{ value: "ada@other.example", primary: true }] });
    expect((await ask("POST", "/Users", foreign)).status).toBe(400);
    expect((await ask("GET", "/Users?filter=nonsense")).status).toBe(400);
    const { items } = await listScimRefusals(key("read"), address);
    expect(items.map(({ operation, code }) => `${operation} ${code}`).sort()).toEqual([
      "createScimUser foreign_email_domain",
      "listScimUsers invalid_filter",
    ]);
    for (let i = 0; i < 105; i += 1) await ask("GET", "/Users?filter=nonsense");
    expect((await listScimRefusals(key("read"), address)).items).toHaveLength(100);
  });
});
