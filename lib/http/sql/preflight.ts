import { apiSecurityHeaders } from "../security-headers";
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
const ONE_DAY = "86400";

export async function answerSqlPreflight(): Promise<Response> {
  return new Response(null, {
    status: 204,
    headers: {
      ...apiSecurityHeaders,
      ...ANY_ORIGIN,
      "Access-Control-Allow-Methods": "POST",
      "Access-Control-Allow-Headers": FIELDS.join(", "),
      "Access-Control-Max-Age": ONE_DAY,
    },
  });
}
