import type { SecretSealer } from "@/lib/core/crypto/seal";

/** Tells how many functions asked one another to get to a request. Only the service itself can say so. */
export const DEPTH_HEADER = "x-coppice-depth";
const PURPOSE = "function-depth";

export function depthHeader(sealer: SecretSealer, depth: number): Record<string, string> {
  return { [DEPTH_HEADER]: `${depth} ${sealer.mac(String(depth), PURPOSE)}` };
}

/** Returns 0 where nothing is said, or somebody else says it. */
export function depthOf(sealer: SecretSealer, headers: { get(name: string): string | null }): number {
  const [depth = "", mac = ""] = (headers.get(DEPTH_HEADER) ?? "").split(" ");
  return /^\d{1,3}$/.test(depth) && sealer.isMac(mac, depth, PURPOSE) ? Number(depth) : 0;
}
