import type { Actor } from "@/lib/core/context";
import { hashSecretText, isSecretText } from "@/lib/core/crypto/secret-text";
import { isId } from "@/lib/core/ids";
import { KEY_PREFIX, PROJECT_ID_HEADER, PUBLIC_KEY_HEADER } from "@/lib/core/service";
import type { SignInContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { type KeyState, keyHint } from "@/lib/sign-in/pages/hints";
import { readHostedPageKey } from "@/lib/sign-in/pages/key";
import type { FoundProjectKey } from "@/lib/sign-in/project-keys/key-lookup";
import type { RequestProject } from "@/lib/sign-in/projects/request-project";
import type { ServedRequest } from "../served-request";
import { readBearer } from "./bearer";
import { isFromOwnPage } from "./origin";

export interface EnteredProject {
  project: RequestProject;
  actor: Actor;
  isReadOnly: boolean;
}

/** Throws the same `INVALID_PUBLIC_KEY` for every disagreement between the header and the key. */
export async function authenticatePublicKey(ctx: SignInContext, request: ServedRequest): Promise<EnteredProject> {
  const projectId = request.headers.get(PROJECT_ID_HEADER) ?? "";
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
  const state = stateOf(key, ctx.clock.now());
  if (state !== "usable" || key.projectId !== projectId) {
    const what = key.projectId === projectId ? state : "of-another-project";
    throw invalidKey(what, keyHint(sent, { projectId: key.projectId, state }));
  }
  const isReadOnly = key.scope === "read";
  const { projectName: name, projectStatus: status, settings, signingKey, hasSso, isBuiltIn } = key;
  return {
    project: { id: projectId, name, status, settings, signingKey, hasSso, isBuiltIn },
    actor: { kind: "public-key", id: key.id, projectId, scope: isReadOnly ? "read" : "read-write" },
    isReadOnly,
  };
}

async function enterFromHostedPage(ctx: SignInContext, projectId: string): Promise<EnteredProject> {
  const project = await ctx.signIn.projects.find(projectId);
  if (!project) throw invalidKey("unknown");
  return { project, actor: { kind: "hosted-page", id: projectId, projectId }, isReadOnly: false };
}

/** Throws `INVALID_PROJECT` when the header names no project. */
export async function readProjectHeader(ctx: SignInContext, request: ServedRequest): Promise<EnteredProject> {
  const projectId = request.headers.get(PROJECT_ID_HEADER) ?? "";
  const project = isId("project", projectId) ? await ctx.signIn.projects.find(projectId) : null;
  if (!project) throw new SignInError("INVALID_PROJECT");
  return { project, actor: { kind: "anonymous", id: "anonymous" }, isReadOnly: true };
}

/** Throws `PROJECT_NOT_FOUND` when the path names no project. */
export async function readProjectPath(ctx: SignInContext, projectId: string): Promise<EnteredProject> {
  const project = isId("project", projectId) ? await ctx.signIn.projects.find(projectId) : null;
  if (!project) throw new SignInError("PROJECT_NOT_FOUND");
  return { project, actor: { kind: "anonymous", id: "anonymous" }, isReadOnly: false };
}

function stateOf({ revokedAt, expiresAt }: FoundProjectKey, now: Date): KeyState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "usable";
}

/** `subject` is the part of the key that the project's owner is told. */
function invalidKey(subject: string, hint?: string): SignInError {
  return new SignInError("INVALID_PUBLIC_KEY", { subject, ...(hint !== undefined && { hint }) });
}
