import type { Actor } from "@/lib/core/context";
import { hashSecretText, isSecretText } from "@/lib/core/crypto/secret-text";
import { isId } from "@/lib/core/ids";
import { KEY_PREFIX, PROJECT_ID_HEADER } from "@/lib/core/service";
import { AuthError } from "@/lib/sign-in/auth-errors";
import type { SignInContext, Tenant } from "@/lib/sign-in/context";
import { readHostedPageKey } from "@/lib/sign-in/hosted-page-key";

export interface AuthenticatedTenant {
  tenant: Tenant;
  actor: Actor;
  isReadOnly: boolean;
}

/** The project that header and public key agree on. Throws `INVALID_PUBLIC_KEY`, the same for every disagreement. */
export async function authenticatePublicKey(ctx: SignInContext, request: Request): Promise<AuthenticatedTenant> {
  const projectId = request.headers.get(PROJECT_ID_HEADER) ?? "";
  const secret = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  if (!isId("project", projectId)) throw invalidKey();
  if (readHostedPageKey(ctx, secret) === projectId) return enterFromHostedPage(ctx, projectId);
  if (!isSecretText(KEY_PREFIX.publicAuth, secret)) throw invalidKey();
  const key = await ctx.auth.projectKeys.find(hashSecretText(secret));
  if (key?.kind !== "public" || key.projectId !== projectId || key.revokedAt !== null) throw invalidKey();
  if (key.expiresAt !== null && key.expiresAt <= ctx.clock.now()) throw invalidKey();
  const isReadOnly = key.scope === "read";
  const { projectName: name, projectStatus: status, settings, signingKey } = key;
  return {
    tenant: { id: projectId, name, status, settings, signingKey },
    actor: { kind: "public-key", id: key.id, projectId, scope: isReadOnly ? "read" : "read-write" },
    isReadOnly,
  };
}

async function enterFromHostedPage(ctx: SignInContext, projectId: string): Promise<AuthenticatedTenant> {
  const tenant = await ctx.auth.tenants.find(projectId);
  if (!tenant) throw invalidKey();
  return { tenant, actor: { kind: "hosted-page", id: projectId, projectId }, isReadOnly: false };
}

/** The project that the header names. Throws `INVALID_PROJECT`. */
export async function readProjectHeader(ctx: SignInContext, request: Request): Promise<AuthenticatedTenant> {
  const projectId = request.headers.get(PROJECT_ID_HEADER) ?? "";
  const tenant = isId("project", projectId) ? await ctx.auth.tenants.find(projectId) : null;
  if (!tenant) throw new AuthError("INVALID_PROJECT");
  return { tenant, actor: { kind: "anonymous", id: "anonymous" }, isReadOnly: true };
}

/** The project whose id is in the path. Throws `PROJECT_NOT_FOUND`. */
export async function readProjectPath(ctx: SignInContext, projectId: string): Promise<AuthenticatedTenant> {
  const tenant = isId("project", projectId) ? await ctx.auth.tenants.find(projectId) : null;
  if (!tenant) throw new AuthError("PROJECT_NOT_FOUND");
  return { tenant, actor: { kind: "anonymous", id: "anonymous" }, isReadOnly: false };
}

function invalidKey(): AuthError {
  return new AuthError("INVALID_PUBLIC_KEY");
}
