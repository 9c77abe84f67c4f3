import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { unwatchFile, watchFile } from "node:fs";
import { chown, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";
import type { PublicAccess } from "@/lib/core/postgres-settings";
import { isRoot, type ServiceUser } from "../data-folder/service-user";

const LOOK_MILLISECONDS = 60_000;

/** The certificate that a server shows to clients that connect by TLS, and its private key; both PEM. */
export interface ServerCertificate {
  certificate: string;
  key: string;
}

/** Reads the certificate, and makes sure that the key is its own. Throws `OperatorError`. */
export async function readServerCertificate(access: PublicAccess): Promise<ServerCertificate> {
  const certificate = await read("COPPICE_POSTGRES_CERTIFICATE_FILE", access.certificateFile);
  const key = await read("COPPICE_POSTGRES_KEY_FILE", access.keyFile);
  const parsed = parse(
    "COPPICE_POSTGRES_CERTIFICATE_FILE",
    access.certificateFile,
    () => new X509Certificate(certificate),
  );
  const parsedKey: KeyObject = parse("COPPICE_POSTGRES_KEY_FILE", access.keyFile, () => createPrivateKey(key));
  if (!parsed.checkPrivateKey(parsedKey)) {
    throw new OperatorError(`The key in ${access.keyFile} isn't that of the certificate in ${access.certificateFile}.`);
  }
  return { certificate, key };
}

async function read(variable: string, file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${variable}: ${file} can't be read (${error.code}).`, { cause: error });
  });
}

function parse<T>(variable: string, file: string, work: () => T): T {
  try {
    return work();
  } catch {
    // OpenSSL's words may quote the file.
    throw new OperatorError(`${variable}: ${file} has no PEM that can be read, without a passphrase.`);
  }
}

/** Puts the certificate where the server reads it, so that of all users only the server's can read the key. */
export async function writeServerCertificate(
  folder: string,
  { certificate, key }: ServerCertificate,
  user: ServiceUser,
): Promise<void> {
  const { certificateFile, keyFile } = certificateFiles(folder);
  await writeFile(`${keyFile}.new`, key, { mode: isRoot() ? 0o640 : 0o600 });
  if (isRoot()) await chown(`${keyFile}.new`, 0, user.gid);
  await writeFile(`${certificateFile}.new`, certificate, { mode: 0o644 });
  await rename(`${keyFile}.new`, keyFile);
  await rename(`${certificateFile}.new`, certificateFile);
}

/** Returns the settings by which a server of this configuration folder listens on each address, and takes TLS. */
export function publicSettings(folder: string): Record<string, string> {
  const { certificateFile, keyFile } = certificateFiles(folder);
  return { listen_addresses: "*", ssl: "on", ssl_cert_file: certificateFile, ssl_key_file: keyFile };
}

function certificateFiles(folder: string) {
  return { certificateFile: join(folder, "server.crt"), keyFile: join(folder, "server.key") };
}

/** Calls `onRenewed` with each further certificate that the files have whole. Returns how to stop. */
export function watchServerCertificate(
  access: PublicAccess,
  onRenewed: (certificate: ServerCertificate) => Promise<void>,
  log: (line: string) => void,
  interval = LOOK_MILLISECONDS,
): () => void {
  const look = () =>
    void readServerCertificate(access)
      .then(onRenewed)
      .catch((error: Error) => log(`The databases keep the certificate they have: ${error.message}`));
  const files = [access.certificateFile, access.keyFile];
  for (const file of files) watchFile(file, { persistent: false, interval }, look);
  return () => {
    for (const file of files) unwatchFile(file, look);
  };
}
