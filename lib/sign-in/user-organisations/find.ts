import type { UserContext } from "../context";

/** Finds an organisation of the project, for any caller. */
export function findOrganisation(ctx: UserContext, named: { id: string } | { slug: string }) {
  return ctx.db.userOrganisation.findFirst({ where: { projectId: ctx.project.id, ...named } });
}
