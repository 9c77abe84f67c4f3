"use client";

import { type ReactNode, useState } from "react";
import type { FullOrganization, OrganizationMember, OrganizationRole } from "../../organization-wire";
import { useAuth } from "../auth-provider";
import { ActionButton, Section } from "../profile/section";
import { useText } from "../use-text";
import { MemberItem } from "./member-item";

/** The number of members that come with an organization, and with each further page. */
const PAGE = 100;

interface MembersSectionProps {
  organization: FullOrganization;
  userId: string;
  gives: readonly OrganizationRole[];
  onChanged: () => Promise<void>;
}

/** The members with their roles, and the changes that the user may make to them. */
export function MembersSection({ organization, userId, gives, onChanged }: MembersSectionProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [more, setMore] = useState<{ members: OrganizationMember[]; total: number } | null>(null);
  const members = [...organization.members, ...(more?.members ?? [])];
  const hasMore = more === null ? members.length >= PAGE : members.length < more.total;

  async function showMore() {
    const result = await auth.organizations.listMembers({
      organizationId: organization.id,
      limit: PAGE,
      offset: members.length,
    });
    if (result.ok) setMore({ members: [...(more?.members ?? []), ...result.members], total: result.total });
    return result;
  }

  async function reload() {
    setMore(null);
    await onChanged();
  }

  return (
    <Section title={text("organization.members")}>
      <ul data-part="items">
        {members.map((member) => (
          <MemberItem
            key={member.id}
            member={member}
            isOwn={member.userId === userId}
            gives={gives}
            onChanged={reload}
          />
        ))}
      </ul>
      {hasMore ? <ActionButton onAct={showMore}>{text("organization.more")}</ActionButton> : null}
    </Section>
  );
}
