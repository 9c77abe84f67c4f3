import { hkdfSync } from "node:crypto";
import { parseKeyRing, SecretSealer } from "@/lib/core/crypto/seal";
import { type Environment, readSecretKeys } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { systemRandom } from "@/lib/infra/system";

/** Throws an `OperatorError` without keys. */
export function openKeyRing({ secretKeys }: Environment) {
  if (secretKeys === null) {
    throw new OperatorError("COPPICE_SECRET_KEYS or COPPICE_SECRET_KEYS_FILE must be set.");
  }
  const read = () => parseKeyRing(readSecretKeys(secretKeys));
  const ring = read();
  return {
    sealer: new SecretSealer(ring, systemRandom, read),
    flowSecret: deriveSecret(ring[0].secret, "coppice/flow-cookie"),
    dashboardSecret: deriveSecret(ring[0].secret, "coppice/dashboard-session"),
  };
}

function deriveSecret(secret: Uint8Array, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)).toString("hex");
}
