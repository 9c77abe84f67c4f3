import { preflightHeaders } from "../preflight";
import { apiSecurityHeaders } from "../security-headers";
import type { ServedRequest } from "../served-request";

/** Pages of any origin read public objects, as its answers say. */
export async function answerPublicObjectPreflight({ headers }: ServedRequest): Promise<Response> {
  const asked = headers.get("access-control-request-headers");
  const allowed = preflightHeaders(asked, { origin: "*", methods: ["GET", "HEAD"] });
  const readable = { "Cross-Origin-Resource-Policy": "cross-origin" };
  return new Response(null, { status: 204, headers: { ...apiSecurityHeaders, ...readable, ...allowed } });
}
