import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { SecretSealer } from "@/lib/core/crypto/seal";
import { type AddHostInput, addHost } from "@/lib/hosting/hosts/add";
import { drainHost } from "@/lib/hosting/hosts/drain";
import { findHostId } from "@/lib/hosting/hosts/find";
import { listHosts } from "@/lib/hosting/hosts/list";
import { registerEmbeddedHost } from "@/lib/hosting/hosts/register-embedded";
import { removeHost } from "@/lib/hosting/hosts/remove";
import { type SetHostInput, setHost } from "@/lib/hosting/hosts/set";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { type WorkerHostCluster, workerHostCluster } from "@/tests/support/clusters";
import { createOrganisation, keyActor, makeContext, random } from "@/tests/support/context";
import { emptyControlContext } from "@/tests/support/control-database";
import { asSuperuser } from "@/tests/support/databases";
import { insertDatabase, insertHost } from "@/tests/support/rows";

const openHost = (provisionerUrl: string) =>
  new PostgresHost({ provisionerUrl, sharesBlocks: false, onError: () => undefined });

let cluster: WorkerHostCluster;
let count = 0;

beforeAll(async () => {
  cluster = await workerHostCluster();
});

function hostInput(options: Partial<AddHostInput> = {}): AddHostInput {
  count += 1;
  const address = { publicHost: "db.example", publicPort: 5432, sslMode: "require" } as const;
  const base = { name: `added-${process.env.VITEST_POOL_ID}-${count}`, kind: "dedicated", capacity: 3 } as const;
  return { ...base, ...address, provisionerUrl: cluster.provisionerUrl, sharesBlocks: true, ...options };
}

/** A cluster is registered once, and the tests share one. */
afterEach(async () => {
  const ctx = await makeContext();
  await ctx.db.database.deleteMany({ where: { host: { systemIdentifier: { not: null } } } });
  await ctx.db.host.deleteMany({ where: { systemIdentifier: { not: null } } });
});

describe("a host", () => {
  it("is registered after a look at it, with its connection string sealed for its own row, and is on record", async () => {
    const ctx = await makeContext();
    const input = hostInput();
    const host = await addHost(ctx, input, openHost);
    expect(host).toMatchObject({ name: input.name, status: "active", capacity: 3, sslMode: "require" });
    expect(host.serverVersionNum).toBeGreaterThanOrEqual(180_000);
    expect(JSON.stringify(host)).not.toContain("provisioner");
    const { provisionerUrl } = await ctx.db.host.findUniqueOrThrow({
      where: { id: host.id },
      select: { provisionerUrl: true },
    });
    const place = { table: "host", column: "provisioner_url", rowId: host.id };
    expect(ctx.sealer.open(provisionerUrl, place)).toBe(cluster.provisionerUrl);
    expect(() => ctx.sealer.open(provisionerUrl, { ...place, rowId: "host_other" })).toThrow("changed or moved");
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: host.id } });
    expect(events).toEqual([expect.objectContaining({ organisationId: "service", action: "host.add" })]);
    expect(JSON.stringify(events)).not.toContain(new URL(cluster.provisionerUrl).password);
    expect(await findHostId(ctx, input.name)).toBe(host.id);
  });

  it("PG-01: is refused below the version floor, and no row is left", async () => {
    const { hosts, ...rest } = await makeContext();
    const ctx = { ...rest, hosts: { get: hosts.get.bind(hosts), minimumVersionNum: 999_999 } };
    const input = hostInput();
    await expect(addHost(ctx, input, openHost)).rejects.toThrow(/It must run 99\.9999 or later/);
    expect(await ctx.db.host.count({ where: { name: input.name } })).toBe(0);
  });

  it("is refused when it does not answer, without a word of its connection string", async () => {
    const ctx = await makeContext();
    const provisionerUrl = "postgresql://provisioner:hunter2secret@127.0.0.1:1/postgres";
    const error = await addHost(ctx, hostInput({ provisionerUrl }), openHost).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "host_unavailable" });
    expect(String(error)).not.toContain("hunter2secret");
  });

  it("is refused under a name that is taken", async () => {
    const ctx = await makeContext();
    const input = hostInput();
    await insertHost(ctx, { name: input.name });
    await expect(addHost(ctx, input, openHost)).rejects.toThrow(`A host named "${input.name}" already exists.`);
  });

  it("OP-H4: is refused a second time, under any name", async () => {
    const ctx = await makeContext();
    const { name } = await addHost(ctx, hostInput(), openHost);
    const again = hostInput({ provisionerUrl: cluster.provisionerUrl.replace("127.0.0.1", "localhost") });
    await expect(addHost(ctx, again, openHost)).rejects.toThrow(`The host "${name}" is this cluster already.`);
  });

  it("OP-H4: is refused with a superuser, without the template, and where any password does", async () => {
    const ctx = await makeContext();
    const attempt = (provisionerUrl: string) => addHost(ctx, hostInput({ provisionerUrl }), openHost);
    const onSocket = `${cluster.superuser}@/postgres?host=${cluster.socketDirectory}&port=${cluster.port}`;
    await expect(attempt(`postgresql://${onSocket}`)).rejects.toThrow("provisioner is a superuser");
    await asSuperuser(cluster, "postgres", (client) =>
      client.query("ALTER DATABASE tmpl_tenant ALLOW_CONNECTIONS true"),
    );
    await expect(attempt(cluster.provisionerUrl)).rejects.toThrow("tmpl_tenant accepts connections");
    await asSuperuser(cluster, "postgres", (client) =>
      client.query("ALTER DATABASE tmpl_tenant ALLOW_CONNECTIONS false"),
    );
    const { rows } = await asSuperuser(cluster, "postgres", (client) => client.query("SHOW hba_file"));
    const file: string = rows[0].hba_file;
    const before = await readFile(file, "utf8");
    const reload = () => asSuperuser(cluster, "postgres", (client) => client.query("SELECT pg_reload_conf()"));
    try {
      await writeFile(file, `host all all 127.0.0.1/32 trust\n${before}`);
      await reload();
      const look = async () => {
        const host = openHost(cluster.provisionerUrl);
        return host.readSetUp().finally(() => host.close());
      };
      await expect.poll(look).toMatchObject({ takesAnyPassword: true });
      await expect(attempt(cluster.provisionerUrl)).rejects.toThrow("a wrong one is let in");
      await writeFile(file, before);
      await reload();
      await expect.poll(look).toMatchObject({ takesAnyPassword: false });
    } finally {
      await writeFile(file, before);
      await reload();
    }
    expect(await ctx.db.host.count({ where: { systemIdentifier: { not: null } } })).toBe(0);
  });

  it("OP-H4: is changed afterwards, on record, as long as it stays the same cluster", async () => {
    const ctx = await makeContext();
    const { id: hostId } = await addHost(ctx, hostInput(), openHost);
    const set = (fields: Omit<SetHostInput, "hostId">) => setHost(ctx, { hostId, ...fields }, openHost);
    expect(
      await set({ capacity: 7, publicHost: "db-2.example", publicPort: 6432, sslMode: "verify-full" }),
    ).toMatchObject({
      ...{ capacity: 7, publicHost: "db-2.example", publicPort: 6432, sslMode: "verify-full" },
    });
    const pooled = { pooledHost: "pooled.example", pooledPort: 6543 };
    expect(await set(pooled)).toMatchObject({ ...pooled, capacity: 7 });
    expect(await set({ pooledHost: null })).toMatchObject({ pooledHost: null, publicPort: 6432 });
    expect(await set({ sharesBlocks: true })).toMatchObject({ sharesBlocks: true, capacity: 7 });
    const provisionerUrl = cluster.provisionerUrl.replace("127.0.0.1", "localhost");
    expect(JSON.stringify(await set({ provisionerUrl }))).not.toContain(new URL(provisionerUrl).password);
    const row = await ctx.db.host.findUniqueOrThrow({ where: { id: hostId }, select: { provisionerUrl: true } });
    const place = { table: "host", column: "provisioner_url", rowId: hostId };
    expect(ctx.sealer.open(row.provisionerUrl, place)).toBe(provisionerUrl);
    await expect(set({ provisionerUrl: provisionerUrl.replace(/:[^:@]+@/, ":wrong@") })).rejects.toThrow(
      "refuses the provisioner",
    );
    await ctx.db.host.update({ where: { id: hostId }, data: { systemIdentifier: "1" } });
    await expect(set({ provisionerUrl })).rejects.toThrow("leads to another cluster");
    await expect(setHost(ctx, { hostId: "host_other", capacity: 1 }, openHost)).rejects.toMatchObject({
      code: "not_found",
    });
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: hostId, action: "host.set" } });
    expect(events).toHaveLength(5);
    expect(JSON.stringify(events)).not.toContain(new URL(provisionerUrl).password);
  });

  it("is listed with its databases and its free space", async () => {
    const ctx = await makeContext();
    const { id: organisationId } = await createOrganisation();
    const host = await insertHost(ctx, { capacity: 2 });
    const find = async () => (await listHosts(ctx)).find(({ id }) => id === host.id);
    expect(await find()).toMatchObject({ databases: 0, free: 2 });
    for (let i = 0; i < 3; i++) await insertDatabase(ctx, { organisationId, hostId: host.id });
    expect(await find()).toMatchObject({ databases: 3, free: 0 });
  });

  it("is drained, put back and removed, each on record; one that holds a database is not removed", async () => {
    const ctx = await makeContext();
    const { id: organisationId } = await createOrganisation();
    const { id: hostId } = await addHost(ctx, hostInput(), openHost);
    expect(await drainHost(ctx, { hostId, status: "draining" })).toMatchObject({ status: "draining" });
    expect(await drainHost(ctx, { hostId, status: "active" })).toMatchObject({ status: "active" });
    const database = await insertDatabase(ctx, { organisationId, hostId });
    await expect(removeHost(ctx, { hostId })).rejects.toThrow("still has databases");
    expect(await ctx.db.host.count({ where: { id: hostId } })).toBe(1);
    await ctx.db.database.delete({ where: { id: database.id } });
    expect(await removeHost(ctx, { hostId })).toMatchObject({ id: hostId });
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: hostId } });
    expect(events.map((event) => event.action).sort()).toEqual(["host.add", "host.drain", "host.drain", "host.remove"]);
    await expect(removeHost(ctx, { hostId })).rejects.toMatchObject({ code: "not_found" });
    await expect(drainHost(ctx, { hostId, status: "draining" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("is the operator's alone: neither owners nor keys see or change one", async () => {
    const { member } = await createOrganisation();
    const operator = await makeContext();
    const { id: hostId } = await insertHost(operator);
    for (const actor of [member.owner, keyActor(member.owner)]) {
      const ctx = await makeContext({ actor });
      const attempts = [
        () => addHost(ctx, hostInput(), openHost),
        () => listHosts(ctx),
        () => findHostId(ctx, hostId),
        () => drainHost(ctx, { hostId, status: "active" }),
        () => removeHost(ctx, { hostId }),
        () => setHost(ctx, { hostId, capacity: 1 }, openHost),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "missing_permission" });
    }
    expect(await operator.db.host.findUnique({ where: { id: hostId } })).toMatchObject({ status: "draining" });
    expect(await operator.db.auditEvent.count({ where: { targetId: hostId } })).toBe(0);
  });
});

describe("the embedded host", () => {
  const facts = {
    publicHost: "127.0.0.1",
    sslMode: null,
    capacity: 500,
    sharesBlocks: false,
    serverVersionNum: 180_004,
    systemIdentifier: "7",
  };
  const input = { ...facts, provisionerUrl: "postgresql://provisioner:a@127.0.0.1:20001/postgres", publicPort: 20_001 };

  it("is registered once however many processes start at the same time", async () => {
    const ctx = await emptyControlContext();
    const hosts = await Promise.all([1, 2, 3].map(() => registerEmbeddedHost(ctx, input)));
    expect(new Set(hosts.map((host) => host.id)).size).toBe(1);
    expect(await ctx.db.host.count()).toBe(1);
    expect(await ctx.db.auditEvent.count({ where: { action: "host.add" } })).toBe(1);
  });

  it("gets no pooler, for which its cluster is not set up", async () => {
    const ctx = await emptyControlContext();
    const { id: hostId } = await registerEmbeddedHost(ctx, input);
    await expect(setHost(ctx, { hostId, pooledHost: "pooled.example" }, openHost)).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await ctx.db.host.findMany()).toMatchObject([{ pooledHost: null }]);
  });

  it("keeps its sealed URL while that is the same, and takes over a new port and new facts", async () => {
    const ctx = await emptyControlContext({
      sealer: new SecretSealer([{ id: "t1", secret: random.bytes(32) }], random),
    });
    const sealedUrl = async () =>
      (await ctx.db.host.findFirstOrThrow({ select: { provisionerUrl: true } })).provisionerUrl;
    const { id } = await registerEmbeddedHost(ctx, input);
    const first = await sealedUrl();
    await registerEmbeddedHost(ctx, { ...input, sharesBlocks: true });
    expect(await sealedUrl()).toBe(first);
    const provisionerUrl = input.provisionerUrl.replaceAll("20001", "20002");
    const moved = await registerEmbeddedHost(ctx, { ...input, provisionerUrl, publicPort: 20_002 });
    expect(moved).toMatchObject({ id, publicPort: 20_002, sharesBlocks: false, name: "embedded" });
    const place = { table: "host", column: "provisioner_url", rowId: id };
    expect(ctx.sealer.open(await sealedUrl(), place)).toBe(provisionerUrl);
  });
});
