"use client";

import type { ReactNode } from "react";
import type { FullOrganization, OrganizationRole } from "../../organization-wire";
import { DeleteSection } from "./delete-section";
import { DetailsSection } from "./details-section";
import { InvitationsSection } from "./invitations-section";
import { LeaveSection } from "./leave-section";
import { MembersSection } from "./members-section";
import type { OrganizationProfileProps, OrganizationSection } from "./props";
import { rightsOf } from "./rights";

interface OrganizationSectionsProps extends Pick<OrganizationProfileProps, "sections" | "onLeft"> {
  organization: FullOrganization;
  /** The user's own role. */
  role: OrganizationRole;
  userId: string;
  onChanged: () => Promise<void>;
}

/** The parts of an organization that a role may see and change. */
export function OrganizationSections(props: OrganizationSectionsProps): ReactNode {
  const { organization, role, userId, sections, onChanged, onLeft } = props;
  const rights = rightsOf(role);
  const shows = (section: OrganizationSection) => sections?.includes(section) ?? true;
  return (
    <>
      {shows("details") && rights.updates ? <DetailsSection organization={organization} onChanged={onChanged} /> : null}
      {shows("members") ? (
        <MembersSection organization={organization} userId={userId} gives={rights.gives} onChanged={onChanged} />
      ) : null}
      {shows("invitations") ? (
        <InvitationsSection organization={organization} gives={rights.gives} onChanged={onChanged} />
      ) : null}
      {shows("leave") ? <LeaveSection id={organization.id} onLeft={onLeft} /> : null}
      {shows("delete") && rights.deletes ? <DeleteSection organization={organization} onLeft={onLeft} /> : null}
    </>
  );
}
