import type { Actor } from "@/lib/core/context";
import { authenticateAdminKey } from "@/lib/people/admin-keys/authenticate";
import { authenticateManagementKey } from "@/lib/people/api-keys/authenticate";
import type { RouteDefinition } from "../definition";
import type { Exchange } from "../serve";
import { authenticateServerKey, type KeyProject } from "./authenticate-server-key";
import { authenticateUser, isUserToken } from "./authenticate-user";
import { requireMetricsToken } from "./metrics-token";

interface Authenticated {
  actor: Actor;
  /** The project is set for one of its own keys. */
  project?: KeyProject;
}

/** Returns who the request acts for, and records that the key was used. */
export async function authenticate(
  { request, runtime, ctx }: Exchange,
  { auth, operationId, takesUsers }: RouteDefinition,
  { projectId = "" }: Record<string, string>,
): Promise<Authenticated> {
  switch (auth) {
    case "none":
      return { actor: ctx.actor };
    case "metrics-token":
      requireMetricsToken(runtime.environment, request.headers.get("authorization"));
      return { actor: ctx.actor };
    case "management-key": {
      const actor = await authenticateManagementKey(ctx, request.headers.get("authorization"));
      runtime.keyUses.record(actor.id, ctx.clock.now(), ctx.clientAddress);
      return { actor };
    }
    case "admin-key": {
      const actor = await authenticateAdminKey(ctx, request.headers.get("authorization"));
      runtime.adminKeyUses.record(actor.id, ctx.clock.now(), ctx.clientAddress);
      return { actor };
    }
    case "server-key": {
      if (takesUsers && isUserToken(request)) return authenticateUser(ctx, request, projectId);
      const authenticated = await authenticateServerKey(ctx, request);
      runtime.projectKeyUses.record(authenticated.actor.id, ctx.clock.now(), ctx.clientAddress);
      return authenticated;
    }
    case "public-key":
    case "project-header":
    case "project-path":
      throw new Error(`${operationId} is a route of the sign-in wire: define it with defineSignInRoute`);
  }
}
