import { functionsAway } from "@/lib/core/functions-away";
import { type PassedRequests, passRequests } from "../lanes/pass-requests";

export const INVOKE_PATTERN = "/v1/projects/:projectId/functions/:name/invoke";
export const INVOKE_PATH = /^\/v1\/projects\/[^/]+\/functions\/[^/]+\/invoke$/;

/**
 * Passes calls on to the process that runs functions, which looks at the caller's right and the limits itself: so a call
 * is read once, and all that come from outside are counted in one process.
 */
export function passToFunctions({
  functionsSocket: socketPath,
  roles,
}: {
  functionsSocket: string | null;
  roles: readonly string[] | null;
}): PassedRequests | null {
  if (socketPath === null || roles?.includes("functions")) return null;
  return passRequests({ takes: (pathname) => INVOKE_PATH.test(pathname), socketPath, away: functionsAway });
}
