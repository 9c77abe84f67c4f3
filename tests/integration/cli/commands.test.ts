import { beforeAll, describe, expect, it } from "vitest";
import { authenticateManagementKey } from "@/lib/people/api-keys/authenticate";
import type { ServiceContext } from "@/lib/runtime";
import { type WorkerHostCluster, workerHostCluster } from "@/tests/support/clusters";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, dashboardProjectId, makeContext } from "@/tests/support/context";
import { insertDatabase, insertHost } from "@/tests/support/rows";

let ctx: ServiceContext;
let cluster: WorkerHostCluster;

beforeAll(async () => {
  ctx = await makeContext();
  cluster = await workerHostCluster();
});

const run = (...args: string[]) => runCommand({ ctx }, ...args);

describe("org and flag", () => {
  it("make, list, show and change an organisation, named by id or exact name", async () => {
    const name = `Acme ${ctx.requestId.slice(-6)}`;
    const created = await run("org", "create", name, "--plan", "pro", "--json");
    expect(created).toMatchObject({ exitCode: 0, stderr: "" });
    const { id } = created.json<{ id: string }>();
    expect(created.json()).toMatchObject({ name, plan: "pro", hostKind: "shared", managementApi: false });
    const { items } = (await run("org", "list", "--json")).json<{ items: unknown[] }>();
    expect(items).toContainEqual(created.json());
    expect((await run("org", "list")).stdout).toMatch(new RegExp(`^ID .*\n(.*\n)*${id}  ${name}`));
    expect((await run("org", "show", name)).stdout).toMatch(/^databases +0 of 25$/m);
    expect((await run("org", "set-plan", id, "team", "--json")).json()).toMatchObject({ id, plan: "team" });
    expect((await run("flag", "set", name, "management_api", "on", "--json")).json()).toMatchObject({
      managementApi: true,
    });
    expect((await run("flag", "set", id, "management_api", "off")).stdout).toMatch(/^management_api +off$/m);
    expect((await run("org", "show", id, "--json")).json()).toMatchObject({ plan: "team", managementApi: false });
  });

  it("rename an organisation, and delete an empty one whose name is given again", async () => {
    await dashboardProjectId(ctx.db);
    const names = ["Before", "After"].map((word) => `${word} ${ctx.requestId.slice(-6)}`);
    const [before = "", after = ""] = names;
    const { id } = (await run("org", "create", before, "--json")).json<{ id: string }>();
    expect((await run("org", "rename", before, after, "--json")).json()).toMatchObject({ id, name: after });
    expect(await run("org", "show", before)).toMatchObject({ exitCode: 1 });
    const wrong = await run("org", "delete", id, "--confirmation", before);
    expect(wrong).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Type the organisation's name") });
    expect(await run("org", "delete", id, "--confirmation", after)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await run("org", "show", id)).toMatchObject({ exitCode: 1 });
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: id, actorKind: "operator" } });
    expect(events.map(({ action }) => action).sort()).toEqual([
      ...["organisation.create", "organisation.delete", "organisation.rename"],
    ]);
  });

  it("give an organisation sizes of its own, and the plan's again", async () => {
    const { id } = (await run("org", "create", `Sized ${ctx.requestId.slice(-6)}`, "--json")).json<{ id: string }>();
    const set = (...options: string[]) => run("org", "set-plan", id, "pro", ...options);
    const own = (await set("--database-bytes", "50G", "--kept-bytes", "1536M", "--json")).json();
    expect(own).toMatchObject({ plan: "pro", databaseBytes: 50 * 1024 ** 3, keptBytes: 1.5 * 1024 ** 3 });
    expect((await run("org", "list")).stdout).toMatch(new RegExp(`^${id} .* 50G \\(own\\) +1\\.5G \\(own\\) `, "m"));
    expect((await run("org", "set-plan", id, "team")).stdout).toMatch(/^database size +at most 50G \(own\)$/m);
    expect((await set("--database-bytes", "default")).stdout).toMatch(/^database size +at most 20G$/m);
    expect((await run("org", "show", id)).stdout).toMatch(/^kept +at most 1\.5G \(own\) of undo data/m);
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: id, action: "organisation.set_plan" } });
    expect(events.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { plan: "pro", databaseBytes: 50 * 1024 ** 3, keptBytes: 1.5 * 1024 ** 3 },
        { plan: "team" },
        { plan: "pro", databaseBytes: null },
      ]),
    );
  });

  it("leave a trace of the operator and the command's own request id", async () => {
    const { id } = (await run("org", "create", "Traced", "--json")).json<{ id: string }>();
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: id } });
    expect(events).toEqual([expect.objectContaining({ actorKind: "operator", requestId: ctx.requestId })]);
  });
});

describe("member and key", () => {
  it("add a member with a password and make keys that work until they are revoked", async () => {
    const { id } = await createOrganisation();
    const email = `ada@${id.slice(4)}.example`;
    const add = ["member", "add", id, `Ada@${id.slice(4)}.example`, "--role", "owner", "--generate-password"];
    const added = (await run(...add, "--json")).json<{ id: string; email: string; password: string }>();
    expect(added).toMatchObject({ email, password: expect.stringMatching(/^[0-9A-Za-z]{24}$/) });
    const create = ["key", "create", id, "--member", email, "--name", "deploy", "--expires", "90d"];
    const key = (await run(...create, "--json")).json<{ id: string; secret: string; expiresAt: string }>();
    expect(key).toMatchObject({ memberEmail: email, readOnly: false, expiresAt: "2026-05-30T09:30:00.000Z" });
    expect(await authenticateManagementKey(ctx, `Bearer ${key.secret}`)).toMatchObject({ id: key.id });
    const listed = await run("key", "list", id);
    expect(listed.stdout).toContain(`${key.id}  deploy`);
    expect(listed.stdout).not.toContain(key.secret);
    expect((await run("key", "revoke", id, key.id, "--json")).json()).toMatchObject({ status: "revoked" });
    await expect(authenticateManagementKey(ctx, `Bearer ${key.secret}`)).rejects.toMatchObject({
      code: "unauthorized",
    });
    expect((await run("member", "remove", id, email)).stdout).toBe(`Removed ${email} (${added.id}).\n`);
    expect((await run("member", "list", id)).stdout).not.toContain(email);
    const { items } = (await run("key", "list", id, "--json")).json<{ items: unknown[] }>();
    expect(items).toEqual([]);
  });

  it("invite by mail who is to choose a password", async () => {
    const { id } = await createOrganisation();
    const email = `bob@${id.slice(4)}.example`;
    const invited = await run("member", "add", id, email, "--role", "viewer", "--json");
    expect(invited.json()).toMatchObject({ id: expect.stringMatching(/^inv_/), email, role: "viewer" });
    expect((await run("member", "list", id)).stdout).not.toContain(email);
    expect(await ctx.db.mailMessage.count({ where: { recipient: email, kind: "invitation" } })).toBe(1);
  });

  it("print a secret for people too, this once", async () => {
    const { id, member } = await createOrganisation();
    const made = await run("key", "create", id, "--member", member.owner.id, "--name", "k", "--read-only");
    expect(made.stdout).toMatch(/^secret +mk_coppice_[0-9A-Za-z]{49} {2}\(shown only once\)$/m);
    expect(made.stdout).toMatch(/^access +read-only$/m);
  });

  it("confine a key to a database of the organisation", async () => {
    const { id, member } = await createOrganisation();
    const { id: hostId } = await insertHost(ctx);
    const database = await insertDatabase(ctx, { organisationId: id, hostId });
    const create = ["key", "create", id, "--member", member.owner.id, "--name", "k", "--database"];
    expect((await run(...create, database.id, "--json")).json()).toMatchObject({ databaseId: database.id });
    expect(await run(...create, "db_00000000000000000000")).toMatchObject({
      exitCode: 1,
      stderr: "error: Database not found.\n",
    });
  });
});

describe("host", () => {
  it("is added with its connection string from standard input, listed, drained and removed", async () => {
    const name = `cli-${process.env.VITEST_POOL_ID}`;
    const add = ["host", "add", name, "--capacity", "7", "--kind", "dedicated", "--public-host", "db.example"];
    const added = await runCommand({ ctx, stdin: `${cluster.provisionerUrl}\n` }, ...add, "--json");
    expect(added).toMatchObject({ exitCode: 0 });
    expect(added.json()).toMatchObject({ name, publicHost: "db.example", publicPort: cluster.port, capacity: 7 });
    expect((await run("host", "list")).stdout).toMatch(new RegExp(`${name} .* active .* 0 +7$`, "m"));
    expect((await run("host", "drain", name)).stdout).toContain(`${name} is draining.\n`);
    expect((await run("host", "drain", name, "--undo", "--json")).json()).toMatchObject({ status: "active" });
    const set = (...options: string[]) => run("host", "set", name, ...options);
    expect((await set("--pooled-host", "pooled.example")).stdout).toMatch(/^pooler +pooled\.example:6432$/m);
    expect((await set("--no-pooler")).stdout).toMatch(/^pooler +-$/m);
    expect(await set()).toMatchObject({ exitCode: 2 });
    expect((await run("host", "remove", name, "--json")).json()).toMatchObject({ name });
    const forPeople = await runCommand({ ctx, stdin: cluster.provisionerUrl }, ...add);
    expect(forPeople.stdout).toContain("Run a guard on the cluster's machine");
    expect(forPeople.stdout).toContain("`npm run coppice -- host-guard`");
    await run("host", "remove", name);
    expect((await run("host", "list")).stdout).not.toContain(name);
  });

  it("takes the connection string from the variable that is named, and never repeats a wrong one", async () => {
    const variables = { GOOD: cluster.provisionerUrl, BAD: "mysql://root:hunter2@localhost/x", DOWN: "" };
    variables.DOWN = "postgresql://provisioner:hunter2@127.0.0.1:1/postgres";
    const add = (name: string, variable: string) =>
      runCommand(
        { ctx, variables },
        "host",
        "add",
        name,
        "--capacity",
        "1",
        "--kind",
        "dedicated",
        "--url-env",
        variable,
      );
    const name = `env-${process.env.VITEST_POOL_ID}`;
    expect((await add(name, "GOOD")).stdout).toMatch(/^address +127\.0\.0\.1:\d+$/m);
    const [bad, unset, down] = [await add("x", "BAD"), await add("x", "UNSET"), await add("x", "DOWN")];
    expect([bad.exitCode, unset.exitCode, down.exitCode]).toEqual([2, 2, 1]);
    for (const { stderr, stdout } of [bad, unset, down]) {
      expect(stderr).toMatch(/^error: .+\n$/);
      expect(stderr + stdout).not.toContain("hunter2");
    }
    await run("host", "remove", name);
  });
});

describe("db", () => {
  it("list shows every database with organisation and host, or one organisation's", async () => {
    const { id: organisationId, name } = await createOrganisation();
    const host = await insertHost(ctx);
    const database = await insertDatabase(ctx, { organisationId, hostId: host.id });
    const { items } = (await run("db", "list", "--org", name, "--json")).json<{ items: unknown[] }>();
    expect(items).toEqual([expect.objectContaining({ id: database.id, organisationName: name, hostName: host.name })]);
    expect((await run("db", "list")).stdout).toContain(database.id);
    await ctx.db.database.delete({ where: { id: database.id } });
  });

  it("bring-back and drop refuse a database that isn't deleted", async () => {
    const { id: organisationId } = await createOrganisation();
    const host = await insertHost(ctx);
    const { id } = await insertDatabase(ctx, { organisationId, hostId: host.id });
    for (const verb of ["bring-back", "drop"]) {
      expect(await run("db", verb, id)).toMatchObject({ exitCode: 1, stderr: "error: Database not found.\n" });
    }
    await ctx.db.database.delete({ where: { id } });
  });

  it("repair answers a report of each host, and 1 when one does not answer", async () => {
    const host = await insertHost(ctx);
    const outcome = await run("db", "repair", "--json");
    expect(outcome.exitCode).toBe(1);
    const { hosts } = outcome.json<{ hosts: { hostId: string; unreachable: string | null }[] }>();
    expect(hosts.find(({ hostId }) => hostId === host.id)?.unreachable).not.toBeNull();
    expect((await run("db", "repair")).stdout).toContain(`${host.name}: doesn't respond`);
  });
});

describe("a table", () => {
  it("keeps customers' control characters away from the operator's terminal", async () => {
    const { id } = await createOrganisation();
    await ctx.db.organisation.update({ where: { id }, data: { name: "evil\u001b[2Jname" } });
    const { stdout } = await run("org", "show", id);
    expect(stdout).toContain("evil\uFFFD[2Jname");
    expect(stdout).not.toContain("\u001b");
  });
});
