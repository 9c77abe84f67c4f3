import { isId } from "@/lib/core/ids";

/** Returns the ID of the connection by which a session began; `null` for a session that began otherwise. */
export function connectionIn(factors: readonly string[]): string | null {
  return factors.find((factor) => isId("ssoConnection", factor)) ?? null;
}
