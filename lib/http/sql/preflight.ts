import { preflightHeaders } from "../preflight";
import { apiSecurityHeaders } from "../security-headers";
import type { ServedRequest } from "../served-request";
import { ANY_ORIGIN } from "./sql-routes";

const FIELDS = [
  "Authorization",
  "Content-Type",
  "Neon-Array-Mode",
  "Neon-Batch-Deferrable",
  "Neon-Batch-Isolation-Level",
  "Neon-Batch-Read-Only",
  "Neon-Connection-String",
  "Neon-Pool-Opt-In",
  "Neon-Raw-Text-Output",
];

export async function answerSqlPreflight({ headers }: ServedRequest): Promise<Response> {
  const asked = headers.get("access-control-request-headers");
  const allowed = preflightHeaders(asked, { origin: "*", methods: ["POST"], fields: FIELDS });
  return new Response(null, { status: 204, headers: { ...apiSecurityHeaders, ...ANY_ORIGIN, ...allowed } });
}
