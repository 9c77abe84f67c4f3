import { ServiceError } from "@/lib/core/errors";
import type { SignInContext } from "@/lib/sign-in/context";
import type { Exchange } from "../serve";
import { mayReadRefusals } from "../sign-in/readable-refusals";

/** Requests carry their key in a header and no cookies, so a page needs no credentials for an answer. */
const EXPOSED = "ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Coppice-Invocation, X-Request-Id";

/** Returns the header fields by which a page reads the answer, or why it was refused before its project was known. */
export async function corsHeaders({ request, runtime, ctx }: Exchange): Promise<Record<string, string>> {
  const origin = request.headers.get("origin");
  const vary = { Vary: "Origin" };
  if (origin === null || !(await mayReadRefusals(runtime, origin, ctx.requestId))) return vary;
  return { ...vary, "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED };
}

interface OriginCheck {
  request: { headers: Pick<Headers, "get"> };
  ctx: SignInContext;
}

/** Throws `foreign_origin` for a page that is none of the project's; programs send no origin. */
export async function requireOwnOrigin({ request, ctx }: OriginCheck, projectId: string): Promise<void> {
  const origin = request.headers.get("origin");
  if (origin === null) return;
  const project = await ctx.signIn.projects.find(projectId);
  if (project?.settings.allowedOrigins.includes(origin)) return;
  throw new ServiceError(
    "foreign_origin",
    "Pages of this origin can't use the project. Add it to its allowed origins.",
  );
}
