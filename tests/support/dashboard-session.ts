import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { dashboardCookieName, sealDashboardSession } from "@/lib/people/accounts/session-cookie";
import type { Runtime } from "@/lib/runtime";
import { random } from "./context";

export interface DashboardSession {
  /** The whole `Cookie` header. */
  cookie: string;
  sessionId: string;
  memberId: string;
  userId: string;
}

/** Signs a member in to the dashboard anew. */
export async function signInAs(runtime: Runtime, db: Context["db"], memberId: string): Promise<DashboardSession> {
  const { userId } = await db.member.findUniqueOrThrow({ where: { id: memberId } });
  const { projectId } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const sessionId = createId("session", random);
  const data = { id: sessionId, projectId, userId, tokenHash: new Uint8Array(random.bytes(32)) };
  await db.session.create({ data: { ...data, expiresAt: new Date(Date.now() + 3_600_000) } });
  const ctx = runtime.context({ actor: { kind: "anonymous", id: "test" }, requestId: "req_test" });
  const value = await sealDashboardSession(ctx.dashboardSecret, { sessionId });
  return { cookie: `${dashboardCookieName(ctx.baseUrl)}=${value}`, sessionId, memberId, userId };
}
