import "server-only";
import type { Route } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { hasPermission, type Permission } from "@/lib/core/access/permissions";
import type { Actor } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { PATH_HEADER } from "@/lib/http/request-facts";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";
import { enterAddress } from "@/lib/people/accounts/enter-dashboard";
import { connectionRequired, membershipIn } from "@/lib/people/accounts/enter-organisation";
import { findSignedInAccount, type Membership, type SignedInAccount } from "@/lib/people/accounts/find-session";
import { noteActivity } from "@/lib/people/members/note-activity";
import type { ServiceContext } from "@/lib/runtime";
import { bindTo } from "./bind-to";
import { readDashboardSession } from "./dashboard-session";
import { pagesOf } from "./define-page";
import { pageContext } from "./page-context";
import { placeAddress } from "./place-address";

export interface CurrentAccount {
  account: SignedInAccount;
  sessionId: string;
  /** The context acts as the account, outside any organisation; a session by a connection is its member's alone. */
  ctx: ServiceContext;
}

export interface CurrentMember extends CurrentAccount {
  member: Membership;
  /** Says whether the member's role allows it. */
  can: (permission: Permission) => boolean;
}

const findCurrentAccount = cache(async (): Promise<CurrentAccount | null> => {
  const anonymous = await pageContext({ kind: "anonymous", id: "dashboard" });
  const sessionId = await readDashboardSession(anonymous);
  const account = sessionId === null ? null : await findSignedInAccount(anonymous, sessionId);
  if (sessionId === null || !account) return null;
  return { account, sessionId, ctx: { ...anonymous, actor: actorOf(account) } };
});

/** A session by an organisation's connection acts as its member, so that no verb of the account takes it. */
function actorOf({ userId, connection, memberships: [first] }: SignedInAccount): Actor {
  if (connection === null || first === undefined) return { kind: "user", id: userId };
  return { kind: "member", id: first.memberId, organisationId: first.organisationId, role: first.role };
}

/** Redirects to the sign-in page, which leads back to this page. */
async function leadToSignIn(): Promise<never> {
  const projectId = await getDashboardProjectId(await pageContext({ kind: "anonymous", id: "dashboard" }));
  redirect(enterAddress(projectId, (await headers()).get(PATH_HEADER) ?? "") as Route);
}

/**
 * Refuses an action of somebody who is signed out, so that its page stays with the text that was typed. Throws
 * `unauthorized`.
 */
export async function refuseSignedOut(): Promise<never> {
  throw new ServiceError("unauthorized", "You're signed out.");
}

/** Returns who is signed in; where nobody is, it does `otherwise`. */
export async function requireAccount(otherwise: () => Promise<never> = leadToSignIn): Promise<CurrentAccount> {
  return (await findCurrentAccount()) ?? otherwise();
}

/** Shows strangers the same not-found page as for an unknown id. */
export async function requireMember(organisationId: string, otherwise?: () => Promise<never>): Promise<CurrentMember> {
  const current = await requireAccount(otherwise);
  const member = membershipIn(current.account, organisationId);
  if (!member) notFound();
  if (member.requiredConnection !== null) {
    if (otherwise) throw connectionRequired(member);
    redirect(`/dashboard/single-sign-on?organisation=${organisationId}` as Route);
  }
  const actor = { kind: "member", id: member.memberId, organisationId, role: member.role } as const;
  await noteActivity(current.ctx, member);
  const can = (permission: Permission) => hasPermission(member.role, permission);
  return { ...current, member, can, ctx: { ...current.ctx, actor } };
}

/** Defines a page of an organisation. `here` gives an action the ids of the place. */
export const memberPage = pagesOf(async ({ organisationId }: { organisationId: string }) => {
  const current = await requireMember(organisationId);
  return { ...current, here: bindTo(organisationId), home: placeAddress({ organisationId }) };
});
