import { PROJECT_ID_HEADER } from "@/lib/core/service";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { readOnlyHint, suspendedHint } from "@/lib/sign-in/pages/hints";
import { acceptSession, lookUpSession } from "@/lib/sign-in/sessions/find-active";
import { notePath } from "../answered-subject";
import type { SignInRouteDefinition } from "../definition";
import type { Exchange } from "../serve";
import type { ServedRequest } from "../served-request";
import { readCredentials } from "./bearer";
import { authenticatePublicKey, type EnteredProject, readProjectHeader, readProjectPath } from "./find-project";

const MAX_USER_AGENT_LENGTH = 512;

/** Throws `INVALID_PUBLIC_KEY`, `INVALID_PROJECT`, `PROJECT_NOT_FOUND`, `READ_ONLY_KEY` or `PROJECT_SUSPENDED`. */
export async function enter(
  exchange: Exchange,
  definition: SignInRouteDefinition,
  params: Record<string, string>,
): Promise<UserContext> {
  const { request, runtime } = exchange;
  const isInPath = definition.auth === "project-path";
  const projectId = isInPath ? (params.projectId ?? "") : (request.headers.get(PROJECT_ID_HEADER) ?? "");
  notePath(exchange.ctx, { projectId });
  const base = openContext(exchange, definition, projectId);
  const wantsSession = definition.signIn.session !== "none";
  const [entered, found] = await Promise.all([
    findProject(definition, base, request, projectId),
    wantsSession ? lookUpSession(base) : null,
  ]);
  const { project, actor } = entered;
  if (actor.kind === "public-key") runtime.projectKeyUses.record(actor.id, base.clock.now(), base.clientAddress);
  const ctx: UserContext = Object.assign(base, { project, actor });
  ctx.session = acceptSession(ctx, found, definition.signIn);
  requireWritable(definition, entered, request.method);
  return ctx;
}

/** Reads the credentials that a request carries, before the service knows anything of the project. */
function openContext(
  { request: { headers }, ctx }: Exchange,
  definition: SignInRouteDefinition,
  projectId: string,
): Omit<UserContext, "project"> {
  return Object.assign(ctx, {
    userAgent: (headers.get("user-agent") ?? "").slice(0, MAX_USER_AGENT_LENGTH),
    acceptLanguage: headers.get("accept-language"),
    ...readCredentials(ctx, definition, headers, projectId),
    session: null,
    attempt: { arrivedAt: performance.now(), email: null, userId: null, isRecorded: false },
  });
}

function findProject(
  { auth }: SignInRouteDefinition,
  base: Omit<UserContext, "project">,
  request: ServedRequest,
  projectId: string,
): Promise<EnteredProject> {
  switch (auth) {
    case "public-key":
      return authenticatePublicKey(base, request);
    case "project-header":
      return readProjectHeader(base, request);
    case "project-path":
      return readProjectPath(base, projectId);
  }
}

function requireWritable(definition: SignInRouteDefinition, entered: EnteredProject, method: string): void {
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && !definition.signIn.isLogin) return;
  if (entered.isReadOnly) throw new SignInError("READ_ONLY_KEY", { hint: readOnlyHint(entered.project) });
  if (entered.project.status !== "active" && !definition.signIn.worksWhileSuspended) {
    throw new SignInError("PROJECT_SUSPENDED", { hint: suspendedHint(entered.project) });
  }
}
