import "server-only";
import { redirect } from "next/navigation";
import type { Context } from "@/lib/context";
import { findSessionMember, type SessionMember } from "@/lib/members/find-session-member";
import { dashboardSession } from "./dashboard-session";
import { pageContext } from "./page-context";

export interface CurrentMember {
  member: SessionMember;
  ctx: Context;
}

/** Who is signed in, as the control plane knows them now; `null` when nobody is. */
export async function findCurrentMember(): Promise<CurrentMember | null> {
  const { memberId, organisationId } = await dashboardSession();
  if (!memberId || !organisationId) return null;
  const anonymous = await pageContext({ kind: "anonymous", id: "dashboard" });
  const member = await findSessionMember(anonymous, { memberId, organisationId });
  if (!member) return null;
  const actor = { kind: "member", id: member.id, organisationId: member.organisationId, role: member.role } as const;
  return { member, ctx: { ...anonymous, actor } };
}

/** Leads to the sign-in page when nobody is signed in. */
export async function requireCurrentMember(): Promise<CurrentMember> {
  return (await findCurrentMember()) ?? redirect("/dashboard/sign-in");
}
