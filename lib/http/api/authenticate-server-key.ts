import type { Actor } from "@/lib/core/context";
import { isSecretText } from "@/lib/core/crypto/secret-text";
import { ServiceError } from "@/lib/core/errors";
import { KEY_PREFIX } from "@/lib/core/service";
import type { SignInContext } from "@/lib/sign-in/context";
import { findActiveProjectKey } from "@/lib/sign-in/project-keys/find-active";
import type { ProjectStatus } from "@/lib/sign-in/projects/resource";

export interface KeyProject {
  id: string;
  status: ProjectStatus;
}

/** Accepts public keys too; every invalid key gets the same `unauthorized`. Throws `server_key_in_browser`. */
export async function authenticateServerKey(
  ctx: SignInContext,
  request: { headers: Pick<Headers, "get" | "has"> },
): Promise<{ actor: Extract<Actor, { kind: "server-key" | "public-key" }>; project: KeyProject }> {
  const secret = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  const isServerKey = isSecretText(KEY_PREFIX.server, secret);
  if (!isServerKey && !isSecretText(KEY_PREFIX.publicAuth, secret)) throw unauthorized();
  // This check comes before the key is looked up, so that a page cannot try keys.
  if (isServerKey && request.headers.has("origin")) throw inBrowser();
  const key = await findActiveProjectKey(ctx, secret);
  if (!key) throw unauthorized();
  const { id, scope, project } = key;
  const projectId = project.id;
  if (key.kind === "server") return { actor: { kind: "server-key", id, projectId, scope }, project };
  return { actor: { kind: "public-key", id, projectId, scope: scope === "read" ? "read" : "read-write" }, project };
}

function unauthorized(): ServiceError {
  return new ServiceError("unauthorized", "The server key is missing, malformed, unknown, expired or revoked.", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

function inBrowser(): ServiceError {
  const message = "Never use a server key in a browser. Revoke this one, and call from your server.";
  return new ServiceError("server_key_in_browser", message);
}
