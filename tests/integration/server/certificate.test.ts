import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { LimitedPool } from "@/lib/core/db/limited-client";
import { OperatorError } from "@/lib/core/operator-error";
import { migrate } from "@/lib/server/migrations/migrate";
import { requireSchemaVersion } from "@/lib/server/migrations/schema-version";
import { CertificateAuthority } from "@/tests/support/certificates";

/**
 * Answers PostgreSQL's request for TLS with a certificate of an authority of the test, and ends the connection after
 * that.
 */
async function serverWithOwnAuthority() {
  const authority = await CertificateAuthority.create("The test's own");
  const certified = await authority.issue({ host: "localhost" });
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write("S");
      new TLSSocket(socket, { isServer: true, ...certified })
        .on("error", () => undefined)
        .on("data", () => socket.destroy());
    });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "localhost"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `postgresql://coppice@localhost:${port}/coppice?sslmode=require`, authority };
}

function poolOf(connectionString: string): LimitedPool {
  const pool = new LimitedPool({ connectionString, connectWithinMs: 10_000 });
  onTestFinished(() => pool.end());
  return pool;
}

test("OP-L1: a control plane with an authority of its own is refused in a sentence that names sslrootcert", async () => {
  const { url } = await serverWithOwnAuthority();
  for (const start of [() => migrate(url), () => requireSchemaVersion(poolOf(url))]) {
    const refusal: unknown = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    expect(String(refusal)).toContain("add sslrootcert=/path/to/ca.pem to the connection string");
  }
});

test("with sslrootcert the certificate is taken", async () => {
  const { url, authority } = await serverWithOwnAuthority();
  const folder = await mkdtemp(join(tmpdir(), "coppice-authority-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "ca.pem");
  await writeFile(path, authority.certificate.toString("pem"));
  const failure: unknown = await migrate(`${url}&sslrootcert=${path}`).catch((error: unknown) => error);
  // The stand-in speaks no further than TLS.
  expect(String(failure)).not.toContain("certificate");
});
