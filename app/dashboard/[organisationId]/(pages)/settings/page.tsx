import { Text } from "@mantine/core";
import { LeaveButton } from "@/components/dashboard/members/leave-button";
import { ConfirmByTyping } from "@/components/ui/confirm-by-typing";
import { Consequences } from "@/components/ui/consequences";
import { CopyField } from "@/components/ui/copy-field";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { TextSetting } from "@/components/ui/text-setting";
import { listMembers } from "@/lib/people/members/list";
import { memberPage } from "@/lib/web/current-member";
import { leave } from "../../member-actions";
import { ORGANISATION_NAME } from "../../member-forms";
import { remove, rename } from "../../organisation-actions";

export const metadata = { title: "Settings" };

export default memberPage(async ({ organisationId, member, ctx, can, here }) => {
  const isOwner = can("organisation:write");
  const members = isOwner ? await listMembers(ctx, { organisationId }) : [];
  const isOnlyOwner = isOwner && members.filter(({ role }) => role === "owner").length === 1;
  const name = member.organisationName;
  return (
    <>
      <PageHeading title="Settings" />
      <SettingsSections>
        <SettingsSection title="Name" text="Visible to members and to people you invite.">
          {isOwner ? (
            <TextSetting form={ORGANISATION_NAME.form} value={name} action={here(rename)} />
          ) : (
            <Text size="sm">{name}. Only an owner can rename the organisation.</Text>
          )}
        </SettingsSection>
        <SettingsSection title="Organisation ID" text="Used by the operator's command line.">
          <CopyField label="ID of the organisation" text={organisationId} />
        </SettingsSection>
        <SettingsSection title="Leave" text="You lose access immediately, and your API keys are revoked.">
          {isOnlyOwner ? (
            <Text size="sm">You're the only owner. To leave, make another member an owner first.</Text>
          ) : (
            <LeaveButton name={name} leave={here(leave)} />
          )}
        </SettingsSection>
        {isOwner && (
          <SettingsSection title="Danger zone" text="Delete all databases and projects of the organisation first.">
            <ConfirmByTyping title="Delete organisation" name={name} action={here(remove)}>
              <Consequences
                goes="The organisation with its members, API keys and invitations."
                stays="The accounts of its members, and the audit log, with the operator."
                undo="Can't be undone."
              />
            </ConfirmByTyping>
          </SettingsSection>
        )}
      </SettingsSections>
    </>
  );
});
