import type { Runtime } from "@/lib/runtime";
import { apiSecurityHeaders } from "../security-headers";
import { corsHeaders, preflightOf } from "./cors";
import { mayReadRefusals } from "./readable-refusals";
import { noteUnlistedOrigin } from "./unlisted-origins";

interface Preflight {
  origin: string | null;
  /** The header fields that the page wants to send. */
  asked: string | null;
  pathname: string;
  requestId: string;
}

/** Accepts the origins of every project, since a preflight carries neither the project's header nor its key. */
export async function answerPreflight(
  runtime: Runtime,
  { origin, asked, pathname, requestId }: Preflight,
): Promise<Response> {
  const isAllowed = origin !== null && (await mayReadRefusals(runtime, origin, requestId));
  if (origin !== null && !isAllowed) noteUnlistedOrigin(runtime.log, { origin, requestId, projectId: null });
  const headers = corsHeaders(origin, isAllowed ? [origin] : []);
  const allowed = isAllowed ? preflightOf(pathname, origin, asked) : {};
  for (const [name, value] of Object.entries({ ...apiSecurityHeaders, ...allowed })) headers.set(name, value);
  headers.set("X-Request-Id", requestId);
  return new Response(null, { status: 204, headers });
}
