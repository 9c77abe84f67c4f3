import { isId } from "@/lib/core/ids";

/** Returns the claim of a session that a company's identity provider signed in, which names the connection. */
export function ssoClaims(factors: readonly string[]) {
  const id = factors.find((factor) => isId("ssoConnection", factor));
  return id === undefined ? {} : { sso_connection_id: id };
}
