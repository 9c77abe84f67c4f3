import "server-only";
import { headers } from "next/headers";

/** Reads the nonce of styles and scripts from the policy that proxy.tsx forwards. */
export async function pageNonce(): Promise<string> {
  const [, nonce = ""] = /'nonce-([^']+)'/.exec((await headers()).get("content-security-policy") ?? "") ?? [];
  return nonce;
}
