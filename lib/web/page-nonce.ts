import "server-only";
import { headers } from "next/headers";

/** Returns the nonce that the page's styles and scripts carry, out of the policy that proxy.ts forwards. */
export async function pageNonce(): Promise<string> {
  const [, nonce = ""] = /'nonce-([^']+)'/.exec((await headers()).get("content-security-policy") ?? "") ?? [];
  return nonce;
}
