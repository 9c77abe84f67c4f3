import type { Actor } from "@/lib/core/context";
import { hashSecretText, isSecretText } from "@/lib/core/crypto/secret-text";
import type { HeaderReader } from "@/lib/core/header-reader";
import { isId } from "@/lib/core/ids";
import { KEY_PREFIX, PUBLIC_KEY_HEADER } from "@/lib/core/service";
import type { SignInContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { type KeyState, keyHint } from "@/lib/sign-in/pages/hints";
import { readHostedPageKey } from "@/lib/sign-in/pages/key";
import type { FoundProjectKey, RequestProject } from "@/lib/sign-in/projects/request-project";
import type { SignInRouteDefinition } from "../definition";
import type { ServedRequest } from "../served-request";
import { isFromOwnPage } from "./origin";

interface EnteredProject {
  project: RequestProject;
  actor: Actor;
}

const ANONYMOUS: Actor = { kind: "anonymous", id: "anonymous" };

/** Returns the project of a request. Throws `INVALID_PUBLIC_KEY`, `INVALID_PROJECT` or `PROJECT_NOT_FOUND`. */
export async function findProject(
  ctx: SignInContext,
  auth: SignInRouteDefinition["auth"],
  request: ServedRequest,
  projectId: string,
): Promise<EnteredProject> {
  if (auth === "public-key") return authenticatePublicKey(ctx, request, projectId);
  const project = isId("project", projectId) ? await ctx.signIn.projects.find(projectId) : null;
  if (!project) throw new SignInError(auth === "project-path" ? "PROJECT_NOT_FOUND" : "INVALID_PROJECT");
  return { project, actor: ANONYMOUS };
}

/** Returns the token of an Authorization header; `null` for another scheme, or for two headers that were joined. */
export function readBearer(headers: HeaderReader): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Throws the same `INVALID_PUBLIC_KEY` for every disagreement between the header and the key. */
async function authenticatePublicKey(
  ctx: SignInContext,
  request: ServedRequest,
  projectId: string,
): Promise<EnteredProject> {
  const secret = request.headers.get(PUBLIC_KEY_HEADER) ?? readBearer(request.headers) ?? "";
  const sent = { projectId, secret };
  if (!isId("project", projectId)) throw invalidKey("unknown", keyHint(sent, null));
  if (readHostedPageKey(ctx, secret) === projectId) {
    if (!isFromOwnPage(request.headers, ctx.baseUrl)) throw invalidKey("of-another-page");
    return enterFromHostedPage(ctx, projectId);
  }
  if (!isSecretText(KEY_PREFIX.publicAuth, secret)) {
    throw invalidKey(secret !== "" ? "not-a-public-key" : "missing", keyHint(sent, null));
  }
  const key = await ctx.signIn.projectKeys.find(hashSecretText(secret));
  if (key?.kind !== "public") throw invalidKey("unknown", keyHint(sent, null));
  const { id, scope, project } = key;
  const state = stateOf(key, ctx.clock.now());
  if (state !== "usable" || project.id !== projectId) {
    const what = project.id === projectId ? state : "of-another-project";
    throw invalidKey(what, keyHint(sent, { projectId: project.id, state }));
  }
  return { project, actor: { kind: "public-key", id, projectId, scope: scope === "read" ? "read" : "read-write" } };
}

async function enterFromHostedPage(ctx: SignInContext, projectId: string): Promise<EnteredProject> {
  const project = await ctx.signIn.projects.find(projectId);
  if (!project) throw invalidKey("unknown");
  return { project, actor: { kind: "hosted-page", id: projectId, projectId } };
}

function stateOf({ revokedAt, expiresAt }: FoundProjectKey, now: Date): KeyState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "usable";
}

/** `subject` is the part of the key that the project's owner is told. */
function invalidKey(subject: string, hint?: string): SignInError {
  return new SignInError("INVALID_PUBLIC_KEY", { subject, ...(hint !== undefined && { hint }) });
}
