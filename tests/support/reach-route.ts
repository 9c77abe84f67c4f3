import { createId } from "@/lib/core/ids";
import { createAdminKey } from "@/lib/people/admin-keys/create";
import { createKey } from "@/lib/people/api-keys/create";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { createOrganisation, makeContext, random } from "./context";
import { insertProject } from "./projects";
import { fillPattern, fittingSegment, type ListedRoute } from "./route-promises";

/** Returns a key that the route takes, and its path with ids in it, of which only the project's belongs to something. */
export async function reachRoute({ pattern, definition }: ListedRoute): Promise<{ key: string; path: string }> {
  const organisation = await createOrganisation();
  const ctx = { ...(await makeContext()), clock: { now: () => new Date() } };
  const isForServers = definition.auth === "server-key";
  const { id: projectId } = await insertProject(organisation);
  const common = { organisationId: organisation.id, name: "k", expiresAt: null };
  if (definition.auth === "admin-key") {
    const { secret } = await createAdminKey(ctx, { name: "k", expiresAt: null });
    return { key: secret, path: pattern };
  }
  const { secret: key } = isForServers
    ? await createServerKey(ctx, { ...common, projectId, scope: "admin" })
    : await createKey(ctx, {
        ...common,
        memberId: organisation.member.developer.id,
        databaseId: null,
        readOnly: false,
      });
  const path = fillPattern(pattern, (name) =>
    name === "projectId" ? projectId : fittingSegment(definition.params?.[name], (kind) => createId(kind, random)),
  );
  return { key, path };
}
