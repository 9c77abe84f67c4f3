import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { OperatorError } from "@/lib/core/operator-error";
import { readServerCertificate, watchServerCertificate } from "@/lib/server/embedded-postgres/server-certificate";
import { type Certified, selfSigned } from "@/tests/support/certificates";

const folder = mkdtempSync(join(tmpdir(), "coppice-certificate-"));
const access = {
  ...{ host: "db.example", port: 5432 },
  ...{ certificateFile: join(folder, "chain.pem"), keyFile: join(folder, "key.pem") },
};
let [first, second]: Certified[] = [];
beforeAll(async () => {
  [first, second] = await Promise.all([selfSigned({ host: "db.example" }), selfSigned({ host: "db.example" })]);
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(certificate: string | undefined, key: string | undefined): void {
  writeFileSync(access.keyFile, key ?? "");
  writeFileSync(access.certificateFile, certificate ?? "");
}

test("a certificate and its key are read as they are", async () => {
  write(first?.cert, first?.key);
  expect(await readServerCertificate(access)).toEqual({ certificate: first?.cert, key: first?.key });
});

test.each([
  {
    title: "the key of another certificate",
    spoil: () => write(first?.cert, second?.key),
    says: /^The key in \S+key\.pem isn't that of the certificate in \S+chain\.pem\.$/,
  },
  {
    title: "a key that is none",
    spoil: () => write(first?.cert, "no key"),
    says: /^COPPICE_POSTGRES_KEY_FILE: \S+ has no PEM/,
  },
  {
    title: "a certificate that is none",
    spoil: () => write("", first?.key),
    says: /^COPPICE_POSTGRES_CERTIFICATE_FILE: /,
  },
  {
    title: "a file that is missing",
    spoil: () => rmSync(access.keyFile),
    says: /^COPPICE_POSTGRES_KEY_FILE: \S+ can't be read \(ENOENT\)\.$/,
  },
])("$title is refused in one sentence", async ({ spoil, says }) => {
  write(first?.cert, first?.key);
  spoil();
  const refusal = await readServerCertificate(access).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(OperatorError);
  expect((refusal as Error).message).toMatch(says);
});

test("a renewed certificate is noticed once its key is there, too", async () => {
  write(first?.cert, first?.key);
  const [renewed, said]: [string[], string[]] = [[], []];
  const onRenewed = async ({ certificate }: { certificate: string }) => void renewed.push(certificate);
  onTestFinished(watchServerCertificate(access, onRenewed, (line) => void said.push(line), 10));
  // The watcher may first look after a file was written, so each is written until it was noticed.
  const saidAfterWriting = () => {
    writeFileSync(access.certificateFile, second?.cert ?? "");
    return said;
  };
  await expect
    .poll(saidAfterWriting)
    .toContainEqual(expect.stringMatching(/keep the certificate they have: The key in/));
  expect(renewed).toEqual([]);
  const renewedAfterWriting = () => {
    writeFileSync(access.keyFile, second?.key ?? "");
    return renewed;
  };
  await expect.poll(renewedAfterWriting).toContain(second?.cert);
});
