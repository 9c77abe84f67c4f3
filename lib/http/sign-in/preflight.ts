import type { Runtime } from "@/lib/runtime";
import { apiSecurityHeaders } from "../security-headers";
import { addPreflightHeaders, corsHeaders } from "./cors";
import { mayReadRefusals } from "./readable-refusals";
import { noteUnlistedOrigin } from "./unlisted-origins";

/** Accepts the origins of every project, since a preflight carries neither the project's header nor its key. */
export async function answerPreflight(
  runtime: Runtime,
  { origin, pathname, requestId }: { origin: string | null; pathname: string; requestId: string },
): Promise<Response> {
  const isAllowed = origin !== null && (await mayReadRefusals(runtime, origin, requestId));
  if (origin !== null && !isAllowed) noteUnlistedOrigin(runtime.log, { origin, requestId, projectId: null });
  const headers = corsHeaders(origin, isAllowed ? [origin] : []);
  if (isAllowed) addPreflightHeaders(headers, pathname);
  for (const [name, value] of Object.entries(apiSecurityHeaders)) headers.set(name, value);
  headers.set("X-Request-Id", requestId);
  return new Response(null, { status: 204, headers });
}
