import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import type { CommandSession } from "@/lib/cli/command-line";
import { certificateEndOf, checkPostgresCertificate, validUntil } from "@/lib/cli/doctor/certificate";
import { selfSigned } from "@/tests/support/certificates";

/** Returns the finding about a certificate of a server, which ends in so many days. */
async function findingOf(until: number) {
  const server = createServer(await selfSigned({ host: "localhost", from: -60, until }));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return validUntil(await certificateEndOf({ host: "127.0.0.1", port, servername: "localhost" }));
}

it("warns of a certificate that ends within two weeks, and fails on one that has ended", async () => {
  expect(await findingOf(30.5)).toEqual({ status: "ok", detail: "is valid for 30 more days", advice: null });
  expect(await findingOf(5.5)).toMatchObject({ status: "warn", detail: "is valid for 5 more days" });
  expect(await findingOf(-2.5)).toMatchObject({ status: "fail", detail: "has been invalid for 3 days" });
});

it("says that a certificate couldn't be read where nothing answers by TLS", async () => {
  expect(validUntil(await certificateEndOf({ host: "127.0.0.1", port: 1 }))).toMatchObject({ status: "warn" });
});

it("looks at the certificate of the embedded databases' public address", async () => {
  const folder = await mkdtemp(join(tmpdir(), "certificate-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const certificateFile = join(folder, "server.crt");
  const look = (publicAccess: object | null) =>
    checkPostgresCertificate({ environment: { postgres: { publicAccess } } } as unknown as CommandSession);
  expect(await look(null)).toBeNull();
  expect(await look({ certificateFile })).toMatchObject({ status: "fail", detail: `${certificateFile} can't be read` });
  const { cert } = await selfSigned({ host: "db.example.com", until: 3 });
  await writeFile(certificateFile, cert);
  expect(await look({ certificateFile })).toMatchObject({ status: "warn" });
});
