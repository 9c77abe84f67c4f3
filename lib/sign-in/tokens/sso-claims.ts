import { connectionIn } from "../sso-domains/connection-in";

/** Returns the claim of a session that a company's identity provider signed in, which names the connection. */
export function ssoClaims(factors: readonly string[]) {
  const id = connectionIn(factors);
  return id === null ? {} : { sso_connection_id: id };
}
