import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { HostLogins } from "@/lib/core/ports/database-host";
import { addHost } from "@/lib/hosting/hosts/add";
import { setHost } from "@/lib/hosting/hosts/set";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { startTemporaryCluster, type TemporaryCluster } from "@/lib/server/embedded-postgres/temporary-cluster";
import { makeContext } from "@/tests/support/context";
import { asSuperuser } from "@/tests/support/databases";

const NAME = `logins-${process.env.VITEST_POOL_ID}`;
const WELL: HostLogins = { takesAnyPassword: false, ownRole: null, memberRole: null, otherDatabase: null };

let folder: string;
let cluster: TemporaryCluster;
let file: string;
let rules: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coppice-logins-"));
  await chmod(folder, 0o711);
  cluster = await startTemporaryCluster({ kind: "host", folder, name: "fit", log: () => undefined });
  file = join(folder, "configuration", "fit", "pg_hba.conf");
  rules = await readFile(file, "utf8");
});

afterEach(async () => {
  const ctx = await makeContext();
  await ctx.db.host.deleteMany({ where: { name: NAME } });
  await asSuperuser(cluster, "postgres", (client) => client.query("REVOKE CONNECT ON DATABASE postgres FROM PUBLIC"));
  await become(rules, WELL);
  expect(await rolesLeft()).toEqual([]);
});

afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true });
});

function openHost(provisionerUrl: string): PostgresHost {
  return new PostgresHost({ provisionerUrl, sharesBlocks: false, onError: () => undefined });
}

/** The server reads the rules anew some time after it was told to. */
async function become(text: string, logins: Partial<HostLogins>): Promise<void> {
  await writeFile(file, text);
  await asSuperuser(cluster, "postgres", (client) => client.query("SELECT pg_reload_conf()"));
  const look = async () => {
    const host = openHost(cluster.url);
    return host.tryLogins().finally(() => host.close());
  };
  await expect.poll(look).toMatchObject(logins);
}

async function add() {
  const place = { publicHost: "db.example", publicPort: 5432, sslMode: null, capacity: 1, sharesBlocks: false };
  return addHost(await makeContext(), { name: NAME, kind: "shared", provisionerUrl: cluster.url, ...place }, openHost);
}

async function rolesLeft(): Promise<unknown[]> {
  const text = "SELECT rolname FROM pg_roles WHERE rolname ~ '_doctor_'";
  return (await asSuperuser(cluster, "postgres", (client) => client.query(text))).rows;
}

const withTrust = (databases: string) =>
  rules.replace(new RegExp(`^(host ${databases} .*)scram-sha-256$`, "m"), "$1trust");

describe("a cluster is added as a host", () => {
  it("if customers come in with their password, also while everybody may connect to postgres by the grants alone", async () => {
    await asSuperuser(cluster, "postgres", (client) => client.query("GRANT CONNECT ON DATABASE postgres TO PUBLIC"));
    await become(rules, WELL);
    expect(await add()).toMatchObject({ name: NAME });
  });

  it.for(["sameuser", "samerole"])("unless it trusts customers' roles alone, by %s", async (databases) => {
    await become(withTrust(databases), { takesAnyPassword: true });
    const host = openHost(cluster.url);
    expect(await host.readSetUp().finally(() => host.close())).toMatchObject({ takesAnyPassword: false });
    await expect(add()).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/^The host isn't fit: a wrong password is let in\. Remove the lines with trust /),
    });
  });

  it("unless customers' roles are refused", async () => {
    await become(rules.replaceAll(/^host same.*\n/gm, ""), { ownRole: "28000" });
    await expect(add()).rejects.toThrow("databases' roles are refused (28000). Add the lines with sameuser");
  });

  it("unless viewers and psql logins are refused", async () => {
    await become(rules.replaceAll(/^host samerole.*\n/gm, ""), { ownRole: null, memberRole: "28000" });
    await expect(add()).rejects.toThrow("viewers and psql logins are refused (28000)");
  });

  it("unless customers' roles are let into the database of others", async () => {
    await asSuperuser(cluster, "postgres", (client) => client.query("GRANT CONNECT ON DATABASE postgres TO PUBLIC"));
    await become(rules.replaceAll(/^host same(user|role) /gm, "host all "), { otherDatabase: "postgres" });
    await expect(add()).rejects.toThrow("databases' roles are let into the database postgres, too. Run `REVOKE ALL");
  });
});

it("a host may keep customers out while its connection string is changed, as after a restore", async () => {
  const { id: hostId } = await add();
  await become(rules.replaceAll(/^host same.*\n/gm, ""), { ownRole: "28000" });
  const ctx = await makeContext();
  expect(await setHost(ctx, { hostId, provisionerUrl: cluster.url }, openHost)).toMatchObject({ name: NAME });
});
