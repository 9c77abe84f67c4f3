import { IconUserPlus } from "@tabler/icons-react";
import { InvitationList } from "@/components/dashboard/members/invitation-list";
import { MemberTable } from "@/components/dashboard/members/member-table";
import classes from "@/components/dashboard/members/members.module.css";
import { withChoices } from "@/components/ui/forms/filled-form";
import { FormButton } from "@/components/ui/forms/form-button";
import { KeepFocus } from "@/components/ui/keep-focus";
import { PageHeading } from "@/components/ui/page-heading";
import { ROLES } from "@/lib/core/access/permissions";
import { listInvitations } from "@/lib/people/invitations/list";
import { listMembers } from "@/lib/people/members/list";
import { memberPage } from "@/lib/web/current-member";
import { invite, removeMember, revokeInvitation, setRole, transferOwnership } from "../../member-actions";
import { INVITATIONS } from "../../member-forms";

export const metadata = { title: "Members" };

export default memberPage(async ({ organisationId, member: self, ctx, can, here }) => {
  const canManage = can("members:write");
  const isOwner = can("organisation:write");
  const given = isOwner ? ROLES : ROLES.filter((role) => role !== "owner");
  const [members, invitations] = await Promise.all([
    listMembers(ctx, { organisationId }),
    canManage ? listInvitations(ctx, { organisationId }) : [],
  ]);
  const shown = members.map((member) => {
    const mayChange = canManage && (isOwner || member.role !== "owner");
    const isSelf = member.id === self.memberId;
    return {
      ...member,
      isSelf,
      roles: mayChange && !isSelf ? given : [],
      mayRemove: mayChange && !isSelf,
      mayReceiveOwnership: isOwner && !isSelf && member.role !== "owner",
    };
  });
  return (
    <>
      <PageHeading title="Members" text={canManage ? null : "Admins and owners can invite others."}>
        {canManage && (
          <FormButton
            form={withChoices(INVITATIONS.form, "role", given)}
            action={here(invite)}
            command="invite-member"
            button={{ icon: <IconUserPlus size={16} aria-hidden /> }}
          />
        )}
      </PageHeading>
      <MemberTable
        members={shown}
        setRole={here(setRole)}
        remove={here(removeMember)}
        transfer={here(transferOwnership)}
      />
      {canManage && (
        <KeepFocus label="Invitations">
          {invitations.length > 0 && (
            <section aria-labelledby="invitations" className={classes.invitations}>
              <h2 id="invitations" className="section-heading">
                Pending invitations
              </h2>
              <InvitationList invitations={invitations} revoke={here(revokeInvitation)} />
            </section>
          )}
        </KeepFocus>
      )}
    </>
  );
});
