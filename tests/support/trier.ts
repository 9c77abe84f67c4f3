import type { Role } from "@/lib/core/access/permissions";
import { createId } from "@/lib/core/ids";
import { dashboardProjectId, insertMember, random } from "./context";
import { ownersOf } from "./project-members";
import { newEmail } from "./sign-in";
import type { TestRequest } from "./test-browser";

/** A member of the project's organisation who is signed in to the dashboard, in order to try a provider there. */
export async function makeTrier(ctx: TestRequest, role: Role = "developer") {
  const { address, as } = await ownersOf(ctx);
  const { organisationId, projectId } = address;
  const memberId = await insertMember(ctx.db, { organisationId, email: newEmail(), role });
  const { userId } = await ctx.db.member.findUniqueOrThrow({ where: { id: memberId } });
  const sessionId = createId("session", random);
  const expiresAt = new Date(ctx.clock.now().getTime() + 3_600_000);
  const session = { id: sessionId, projectId: await dashboardProjectId(ctx.db), userId, expiresAt };
  await ctx.db.session.create({ data: { ...session, tokenHash: new Uint8Array(random.bytes(32)) } });
  const member = await as({ kind: "member", id: memberId, organisationId, role });
  return { ctx: { ...member, signIn: ctx.signIn }, place: { organisationId, projectId, sessionId } };
}
export type Trier = Awaited<ReturnType<typeof makeTrier>>;
