import type { Role } from "@/lib/core/access/permissions";
import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { ServiceContext } from "@/lib/runtime";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { createOrganisation, makeContext, OPERATOR, random } from "./context";
import type { TestRequest } from "./test-browser";

/** Returns the owner of the project that a sign-in test runs in, and someone who isn't. */
export async function ownersOf(ctx: TestRequest) {
  const where = { id: ctx.project.id };
  const { organisationId } = await ctx.db.project.findUniqueOrThrow({ where, select: { organisationId: true } });
  if (organisationId === null) throw new Error("the project belongs to no organisation");
  const address: ProjectAddress = { organisationId, projectId: ctx.project.id };
  const { clock, db, rateLimiter, signIn, sealer } = ctx;
  const as = async (actor: Context["actor"]): Promise<ServiceContext> => {
    return { ...(await makeContext({ actor, clock, sealer })), db, rateLimiter, signIn };
  };
  const member = (role: Role) => as({ kind: "member", id: createId("member", random), organisationId, role });
  const stranger = (await createOrganisation()).member.owner;
  return { address, operator: await as(OPERATOR), member, stranger: await as(stranger), as };
}
