import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type ConnectionOptions, connect, TLSSocket } from "node:tls";
import type { CommandSession } from "@/lib/cli/command-line";
import { type Finding, fail, ok, warn } from "./checks";
import { withHostConnection } from "./host-connection";

const TIMEOUT_MS = 10_000;
const FEW_DAYS = 14;
const DAY_MS = 86_400_000;

/** Returns how long a certificate is valid, by the end that it names; `null` if it couldn't be read. */
export function validUntil(end: string | null): Finding {
  if (end === null) return warn("couldn't be read", "Look at it in a browser.");
  const days = Math.floor((Date.parse(end) - Date.now()) / DAY_MS);
  if (days < 0) return fail(`has been invalid for ${-days} days`, "Renew it: clients refuse it.");
  const detail = `is valid for ${days} more days`;
  return days >= FEW_DAYS ? ok(detail) : warn(detail, "Renew it, and see why that didn't happen automatically.");
}

/** Returns the end of the certificate with which a server answers TLS; `null` if there is none. */
export async function certificateEndOf(options: ConnectionOptions): Promise<string | null> {
  return new Promise((resolve) => {
    // An invalid one is read, too; the other checks refuse it.
    const socket = connect({ ...options, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().valid_to ?? null);
      socket.destroy();
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.once("error", () => resolve(null));
    socket.once("close", () => resolve(null));
  });
}

/** Checks the certificate with which clients of other machines reach the embedded databases. */
export async function checkPostgresCertificate({ environment }: CommandSession): Promise<Finding | null> {
  const { publicAccess } = environment.postgres;
  if (publicAccess === null) return null;
  const { certificateFile } = publicAccess;
  const chain = await readFile(certificateFile).catch(() => null);
  if (chain === null) return fail(`${certificateFile} can't be read`, "Check its owner and its mode.");
  return validUntil(new X509Certificate(chain).validTo);
}

/** Checks the certificate of a host; `null` where its connections have none. */
export function checkHostCertificate(provisionerUrl: string): Promise<Finding | null> {
  return withHostConnection(provisionerUrl, async (client) => {
    const { stream } = (client as unknown as { connection: { stream: unknown } }).connection;
    return stream instanceof TLSSocket ? validUntil(stream.getPeerCertificate().valid_to) : null;
  });
}
