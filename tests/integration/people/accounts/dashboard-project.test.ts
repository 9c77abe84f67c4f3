import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import { hashPassword, verifyPassword } from "@/lib/core/crypto/password";
import { SERVICE } from "@/lib/core/service";
import { DASHBOARD, ensureDashboardProject, isSignUpOpen } from "@/lib/people/accounts/dashboard-project";
import { findMailProject } from "@/lib/sign-in/mail/brand";
import { findProject } from "@/lib/sign-in/projects/find";
import { listProjects } from "@/lib/sign-in/projects/list";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import { showProject } from "@/lib/sign-in/projects/show";
import { updateSettings } from "@/lib/sign-in/projects/update-settings";
import { workerControlUrl } from "@/tests/support/clusters";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { contextOn, emptyControlContext } from "@/tests/support/control-database";

describe("the project of the dashboard's accounts", () => {
  it("is made once, when four processes start at once, and named after the service", async () => {
    const ctx = await emptyControlContext();
    const ids = await Promise.all([1, 2, 3, 4].map(() => ensureDashboardProject(ctx, { isSignUpOpen: true })));
    expect(new Set(ids).size).toBe(1);
    expect(await ctx.db.project.findMany()).toMatchObject([
      { id: ids[0], name: SERVICE.name, builtInAs: DASHBOARD, organisationId: null },
    ]);
    const where = { organisationId: SERVICE_SCOPE, action: "project.create" };
    expect(await ctx.db.auditEvent.count({ where })).toBe(1);
  });

  it("follows the operator's setting for signing up, and keeps everything else that was set", async () => {
    const ctx = await emptyControlContext();
    const projectId = await ensureDashboardProject(ctx, { isSignUpOpen: false });
    expect(await isSignUpOpen(ctx)).toBe(false);
    const address = await findProject(ctx, SERVICE.name);
    expect(address).toEqual({ organisationId: SERVICE_SCOPE, projectId });
    await updateSettings(ctx, { ...address, settings: { brand: { accentColor: "#112233" } } });
    await ensureDashboardProject(ctx, { isSignUpOpen: true });
    expect(await isSignUpOpen(ctx)).toBe(true);
    const { settings } = await showProject(ctx, address);
    expect(settings).toMatchObject({ brand: { accentColor: "#112233" }, requireVerifiedEmail: true });
    // Its hosted pages and mails are the product's own all the same.
    expect((await findMailProject(ctx, projectId)).brand.accentColor).toBe(SERVICE.accentColor);
  });

  it("TI-01: is nobody's in any organisation, and cannot be suspended even by the operator", async () => {
    const operator = await makeContext();
    const projectId = await ensureDashboardProject(operator, { isSignUpOpen: true });
    const { id: organisationId, member } = await createOrganisation();
    const owner = await makeContext({ actor: member.owner });
    for (const scope of [organisationId, SERVICE_SCOPE]) {
      const code = scope === SERVICE_SCOPE ? "not_found" : "project_not_found";
      const address = { organisationId: scope, projectId };
      await expect(showProject(owner, address)).rejects.toMatchObject({ code });
      await expect(updateSettings(owner, { ...address, settings: {} })).rejects.toMatchObject({ code });
    }
    expect(await listProjects(owner, { organisationId })).toEqual([]);
    const suspended = setProjectStatus(operator, { projectId, status: "suspended" });
    await expect(suspended).rejects.toMatchObject({ code: "conflict" });
  });

  it("is the operator's to make", async () => {
    const { member } = await createOrganisation();
    const ctx = await makeContext({ actor: member.owner });
    await expect(ensureDashboardProject(ctx, { isSignUpOpen: true })).rejects.toMatchObject({
      code: "missing_permission",
    });
  });
});

const MIGRATION = "20261121120000_dashboard_accounts";

/** A database as it was before there were accounts. */
async function earlierDatabase() {
  const workerUrl = await workerControlUrl();
  const name = `earlier_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client(workerUrl);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = Object.assign(new URL(workerUrl), { pathname: `/${name}` }).href;
  const client = new pg.Client(url);
  await client.connect();
  await migrate(client, (folder) => folder < MIGRATION);
  return { url, client };
}

async function migrate(client: pg.Client, isWanted: (folder: string) => boolean): Promise<void> {
  const folders = readdirSync("prisma/migrations").filter((folder) => /^\d/.test(folder) && isWanted(folder));
  for (const folder of folders.sort()) {
    await client.query(readFileSync(`prisma/migrations/${folder}/migration.sql`, "utf8"));
  }
}

describe("an installation from before there were accounts", () => {
  it("has its members made accounts with the passwords they had, each address once", async () => {
    const { url, client } = await earlierDatabase();
    const [first, second] = [await hashPassword("first"), await hashPassword("second")];
    await client.query(`insert into organisation (id, name) values ('org_a', 'A'), ('org_b', 'B')`);
    const members = [
      ["mem_1", "org_a", "owner@localhost", "owner", first, "2026-01-01"],
      ["mem_2", "org_a", "both@acme.example", "admin", null, "2026-01-02"],
      ["mem_3", "org_b", "both@acme.example", "owner", second, "2026-01-03"],
      ["mem_4", "org_b", "bob@intranet", "viewer", null, "2026-01-04"],
    ];
    for (const row of members) {
      const columns = "id, organisation_id, email, role, password_hash, created_at";
      await client.query(`insert into member (${columns}) values ($1, $2, $3, $4, $5, $6)`, row);
    }
    await client.query(readFileSync(`prisma/migrations/${MIGRATION}/migration.sql`, "utf8"));
    await client.end();

    const ctx = await contextOn(url);
    await ensureDashboardProject(ctx, { isSignUpOpen: false });
    const rows = await ctx.db.member.findMany({
      orderBy: { id: "asc" },
      select: {
        ...{ id: true, role: true, userId: true },
        user: {
          select: {
            ...{ id: true, email: true, emailVerified: true },
            project: { select: { name: true, builtInAs: true } },
            accounts: { select: { passwordHash: true, providerId: true } },
          },
        },
      },
    });
    expect(rows.map(({ id, role, user }) => [id, role, user.email, user.emailVerified])).toEqual([
      ["mem_1", "owner", "owner@coppice.localhost", true],
      ["mem_2", "admin", "both@acme.example", true],
      ["mem_3", "owner", "both@acme.example", true],
      ["mem_4", "viewer", "bob@intranet.localhost", false],
    ]);
    expect(rows[1]?.userId).toBe(rows[2]?.userId);
    expect(rows[0]?.user.id).toMatch(/^usr_[0-9a-z]{20}$/);
    expect(rows[0]?.user.project).toMatchObject({ name: SERVICE.name, builtInAs: DASHBOARD });
    expect(rows.map(({ user }) => user.accounts)).toEqual([
      [{ passwordHash: first, providerId: "credential" }],
      [{ passwordHash: second, providerId: "credential" }],
      [{ passwordHash: second, providerId: "credential" }],
      [],
    ]);
    expect(await verifyPassword(first, "first")).toBe(true);
  });

  it("without members gets no project from the migration, and one at its first start", async () => {
    const { url, client } = await earlierDatabase();
    await client.query(readFileSync(`prisma/migrations/${MIGRATION}/migration.sql`, "utf8"));
    const { rows } = await client.query("select id from project");
    expect(rows).toEqual([]);
    // A service starts once its database has every migration.
    await migrate(client, (folder) => folder > MIGRATION);
    await client.end();
    const ctx = await contextOn(url);
    await ensureDashboardProject(ctx, { isSignUpOpen: false });
    expect(await ctx.db.project.count()).toBe(1);
  });
});
