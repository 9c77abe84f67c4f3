import { statSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { Client, type ClientConfig } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { readServerCertificate } from "@/lib/server/embedded-postgres/server-certificate";
import type { EmbeddedPostgres } from "@/lib/server/embedded-postgres/start";
import { CertificateAuthority } from "@/tests/support/certificates";
import { DataFolder, isRoot, queryOne } from "@/tests/support/data-folder";

const CUSTOMER = { user: "db_aaaaaaaaaaaaaaaaaaaa", database: "db_aaaaaaaaaaaaaaaaaaaa", password: "customer" };
const HOST = "db.example";

const folder = new DataFolder();
afterAll(() => folder.remove());

describe("an embedded server with a public address", () => {
  let started: EmbeddedPostgres;
  let authority: CertificateAuthority;
  let publicAccess: { host: string; port: number; certificateFile: string; keyFile: string };

  async function writeCertificate(): Promise<void> {
    const { cert, key } = await authority.issue({ host: HOST });
    writeFileSync(publicAccess.keyFile, key, { mode: 0o600 });
    writeFileSync(publicAccess.certificateFile, cert);
  }

  beforeAll(async () => {
    authority = await CertificateAuthority.create("databases");
    const [certificateFile, keyFile] = ["chain.pem", "key.pem"].map((name) => join(folder.parent, name)) as [
      string,
      string,
    ];
    publicAccess = { host: HOST, port: await findFreePort([]), certificateFile, keyFile };
    await writeCertificate();
    // The port changes from that of an earlier start.
    await folder.start();
    await folder.stop();
    started = await folder.start({ publicAccess });
    const { user, password } = CUSTOMER;
    for (const statement of [
      `CREATE ROLE ${user} LOGIN PASSWORD '${password}'`,
      `CREATE DATABASE ${user} OWNER ${user}`,
    ]) {
      await queryOne(started.host.provisionerUrl, statement);
    }
  });

  const provisioner = () => {
    const { username: user, password } = new URL(started.host.provisionerUrl);
    return { user, password, database: "postgres" };
  };

  async function connect(config: ClientConfig, ssl: ClientConfig["ssl"]): Promise<Client> {
    const host = Object.values(networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === "IPv4")?.address;
    const client = new Client({ host: host ?? "127.0.0.2", port: publicAccess.port, ssl, ...config });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  const verified = () => ({ ca: authority.certificate.toString("pem"), servername: HOST });

  async function shownSerial(): Promise<string> {
    const client = await connect(CUSTOMER, verified());
    const { stream } = (client as unknown as { connection: { stream: TLSSocket } }).connection;
    const { serialNumber } = stream.getPeerCertificate();
    await client.end();
    return serialNumber;
  }

  test("says where clients reach it", () => {
    expect(started.host).toMatchObject({ publicHost: HOST, publicPort: publicAccess.port, sslMode: "require" });
    expect(folder.state.ports.host).toBe(publicAccess.port);
  });

  test("customers come in from elsewhere by TLS, with the certificate verified, and not without", async () => {
    const client = await connect(CUSTOMER, verified());
    const { rows } = await client.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    expect(rows).toEqual([{ ssl: true }]);
    await client.end();
    await expect(connect(CUSTOMER, false)).rejects.toMatchObject({ code: "28000" });
    await expect(connect({ ...CUSTOMER, password: "wrong" }, verified())).rejects.toMatchObject({ code: "28P01" });
  });

  test("the roles of Coppice itself don't come in from elsewhere", async () => {
    await expect(connect(provisioner(), verified())).rejects.toMatchObject({ code: "28000" });
    await expect(connect({ ...CUSTOMER, user: "platform_root" }, verified())).rejects.toMatchObject({ code: "28000" });
    await expect(connect({ ...CUSTOMER, database: "postgres" }, verified())).rejects.toMatchObject({ code: "28000" });
    expect(await queryOne(started.host.provisionerUrl, "SELECT current_user")).toEqual({ current_user: "provisioner" });
  });

  test("of all users, only the server's can read the key", () => {
    const { mode } = statSync(join(folder.state.postgresDirectory, "configuration", "host-1", "server.key"));
    expect(mode & 0o777).toBe(isRoot ? 0o640 : 0o600);
  });

  test("a renewed certificate is shown without a restart", async () => {
    const first = await shownSerial();
    const { postmasterPid } = started.host;
    await writeCertificate();
    await started.host.replaceCertificate(await readServerCertificate(publicAccess));
    await expect.poll(shownSerial).not.toBe(first);
    expect(started.host.postmasterPid).toBe(postmasterPid);
  });
});

test("an address that is taken away closes the server to other machines", async () => {
  await folder.stop();
  const started = await folder.start();
  const { address, port } = started.host;
  expect(started.host).toMatchObject({ publicHost: address, publicPort: port, sslMode: null });
  expect(await queryOne(started.host.provisionerUrl, "SHOW listen_addresses")).toEqual({ listen_addresses: address });
});
