import "server-only";
import { headers } from "next/headers";

/** What the page's own styles and scripts must carry; proxy.ts hands it on within the policy. */
export async function pageNonce(): Promise<string> {
  const [, nonce = ""] = /'nonce-([^']+)'/.exec((await headers()).get("content-security-policy") ?? "") ?? [];
  return nonce;
}
