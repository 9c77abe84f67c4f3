import { timingSafeEqual } from "node:crypto";
import { hashSecretText } from "@/lib/core/crypto/secret-text";
import type { Flow } from "../flows/flow";

/** The flow's row has the hash, so that the state itself is in the browser's cookie alone. */
export function hashState(state: string): string {
  return Buffer.from(hashSecretText(`social-state:${state}`)).toString("base64url");
}

export function isStateOf({ data }: Pick<Flow, "data">, state: string): boolean {
  const [given, expected] = [hashState(state), String(data.stateHash)];
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
