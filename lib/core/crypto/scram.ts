import { createHash, createHmac, pbkdf2Sync } from "node:crypto";
import type { Random } from "@/lib/core/ports/random";

const ITERATIONS = 4096;
const FORMAT = /^SCRAM-SHA-256\$\d+:[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$/;

/** Keeps the password itself from the server and its log (RFC 5802 section 3, RFC 7677). `password` must be ASCII. */
export function scramVerifier(password: string, random: Random): string {
  const salt = random.bytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256");
  const clientKey = createHmac("sha256", salted).update("Client Key").digest();
  const storedKey = createHash("sha256").update(clientKey).digest("base64");
  const serverKey = createHmac("sha256", salted).update("Server Key").digest("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${Buffer.from(salt).toString("base64")}$${storedKey}:${serverKey}`;
}

/** Postgres silently takes a malformed verifier for a plaintext password, so nothing else may pass. */
export function isScramVerifier(value: string): boolean {
  return FORMAT.test(value);
}
