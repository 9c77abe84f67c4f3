import { Box } from "@mantine/core";
import { KeySection } from "@/components/dashboard/projects/keys/section";
import { InvitationTable } from "@/components/dashboard/projects/user-organisations/invitation-table";
import { MemberTable } from "@/components/dashboard/projects/user-organisations/member-table";
import { OrganisationActions } from "@/components/dashboard/projects/user-organisations/organisation-actions";
import { OrganisationFacts } from "@/components/dashboard/projects/user-organisations/organisation-facts";
import { OlderLink } from "@/components/ui/lists/older-link";
import { PageHeading } from "@/components/ui/page-heading";
import { listMembersByOwner } from "@/lib/sign-in/user-organisations/list-members-by-owner";
import { showOrganisationByOwner } from "@/lib/sign-in/user-organisations/show-by-owner";
import { enterProject, type ProjectPlace } from "@/lib/web/current-project";
import { pagesOf } from "@/lib/web/define-page";
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

const organisationPage = pagesOf(async (place: ProjectPlace & { userOrganisationId: string }) => {
  const current = await enterProject(place);
  return { ...current, organisation: await showOrganisationByOwner(current.ctx, place) };
});

export const generateMetadata = organisationPage.titled(({ organisation }) => organisation.name);

/** `?before=` shows members who joined earlier. */
export default organisationPage(
  async ({ projectId, userOrganisationId, ctx, organisation, may, here, home, asked }) => {
    const before = typeof asked.before === "string" ? asked.before : undefined;
    const { items, nextCursor } = await listMembersByOwner(ctx, {
      ...{ projectId, userOrganisationId, before },
      limit: PAGE_SIZE,
    });
    const mayWrite = may("users:write");
    const list = `${home}/organizations`;
    return (
      <>
        <PageHeading title={organisation.name} parent={{ href: list, label: "Organisations" }}>
          {mayWrite && (
            <OrganisationActions
              organisation={organisation}
              addForm={ADDED_MEMBER.form}
              add={here(addUserOrganisationMember, userOrganisationId)}
              form={EDITED_ORGANISATION.form}
              update={here(updateUserOrganisation, userOrganisationId)}
              remove={here(deleteUserOrganisation, userOrganisationId)}
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
                    setRole: here(setUserOrganisationRole, userOrganisationId),
                    remove: here(removeUserOrganisationMember, userOrganisationId),
                  }
                : null
            }
          />
          <OlderLink address={`${list}/${userOrganisationId}`} query={{}} cursor={nextCursor} label="Earlier members" />
        </KeySection>
        {organisation.invitations.length > 0 && (
          <KeySection id="invitations" title="Invitations" text="They wait for an answer.">
            <InvitationTable
              invitations={organisation.invitations}
              cancel={mayWrite ? here(cancelUserOrganisationInvitation, userOrganisationId) : null}
            />
          </KeySection>
        )}
      </>
    );
  },
);
