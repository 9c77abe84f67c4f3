import { Box, Group } from "@mantine/core";
import type { Metadata } from "next";
import { cache } from "react";
import { KeySection } from "@/components/dashboard/projects/keys/section";
import { InvitationTable } from "@/components/dashboard/projects/user-organisations/invitation-table";
import { MemberTable } from "@/components/dashboard/projects/user-organisations/member-table";
import { OrganisationActions } from "@/components/dashboard/projects/user-organisations/organisation-actions";
import { OrganisationFacts } from "@/components/dashboard/projects/user-organisations/organisation-facts";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { listMembersByOwner } from "@/lib/sign-in/user-organisations/list-members-by-owner";
import { showOrganisationByOwner } from "@/lib/sign-in/user-organisations/show-by-owner";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import {
  addUserOrganisationMember,
  cancelUserOrganisationInvitation,
  deleteUserOrganisation,
  removeUserOrganisationMember,
  setUserOrganisationRole,
  updateUserOrganisation,
} from "../actions";
import { ADDED_MEMBER, EDITED_ORGANISATION } from "../forms";

const PAGE_SIZE = 50;

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/organizations/[userOrganisationId]">;

/** Reads the organisation of the page once in a request. */
const requireOrganisation = cache(async (organisationId: string, projectId: string, userOrganisationId: string) => {
  const current = await requireProjectPage(organisationId, projectId);
  const address = { projectId, userOrganisationId };
  return { ...current, organisation: await orNotFound(() => showOrganisationByOwner(current.ctx, address)) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organisationId, projectId, userOrganisationId } = await params;
  return { title: (await requireOrganisation(organisationId, projectId, userOrganisationId)).organisation.name };
}

/** `?before=` shows members who joined earlier. */
export default async function UserOrganisationPage({ params, searchParams }: Props) {
  const { organisationId, projectId, userOrganisationId } = await params;
  const asked = await searchParams;
  const { ctx, member, project, organisation } = await requireOrganisation(
    organisationId,
    projectId,
    userOrganisationId,
  );
  const before = typeof asked.before === "string" ? asked.before : undefined;
  const address = { projectId, userOrganisationId };
  const { items, nextCursor } = await orNotFound(() =>
    listMembersByOwner(ctx, { ...address, before, limit: PAGE_SIZE }),
  );
  const mayWrite = project.status === "active" && hasPermission(member.role, "users:write");
  const here = [organisationId, projectId, userOrganisationId] as const;
  const home = `/dashboard/${organisationId}/projects/${projectId}/organizations`;
  return (
    <>
      <PageHeading title={organisation.name} parent={{ href: home, label: "Organisations" }}>
        {mayWrite && (
          <OrganisationActions
            organisation={organisation}
            addForm={ADDED_MEMBER.form}
            add={addUserOrganisationMember.bind(null, ...here)}
            form={EDITED_ORGANISATION.form}
            update={updateUserOrganisation.bind(null, ...here)}
            remove={deleteUserOrganisation.bind(null, ...here)}
          />
        )}
      </PageHeading>
      <Box mb="lg">
        <OrganisationFacts organisation={organisation} />
      </Box>
      <KeySection id="members" title="Members" text="An owner may do everything; an admin all but delete it.">
        <MemberTable
          members={items}
          changes={
            mayWrite
              ? {
                  setRole: setUserOrganisationRole.bind(null, ...here),
                  remove: removeUserOrganisationMember.bind(null, ...here),
                }
              : null
          }
        />
        {nextCursor && (
          <Group justify="center" mt="md">
            <LinkButton
              href={`${home}/${userOrganisationId}?${new URLSearchParams({ before: nextCursor })}`}
              variant="default"
            >
              Earlier members
            </LinkButton>
          </Group>
        )}
      </KeySection>
      {organisation.invitations.length > 0 && (
        <KeySection id="invitations" title="Invitations" text="They wait for an answer.">
          <InvitationTable
            invitations={organisation.invitations}
            cancel={mayWrite ? cancelUserOrganisationInvitation.bind(null, ...here) : null}
          />
        </KeySection>
      )}
    </>
  );
}
