import { Group, Text, TextInput } from "@mantine/core";
import { redirect } from "next/navigation";
import { asRole } from "@/components/dashboard/members/role";
import { ActionForm } from "@/components/ui/action-form";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { SubmitButton } from "@/components/ui/submit-button";
import { SERVICE } from "@/lib/core/service";
import { isSignUpOpen } from "@/lib/people/accounts/dashboard-project";
import { listOwnInvitations } from "@/lib/people/invitations/list-own";
import { requireAccount } from "@/lib/web/current-member";
import { answerInvitation, makeOrganisation } from "./actions";

export const metadata = { title: "Invitations" };

/** Invitations and a new organisation; for an account without any, the first page after signing up. */
export default async function InvitationsPage() {
  const { account, ctx } = await requireAccount();
  if (account.connection !== null) redirect("/dashboard/account");
  const [invitations, isOpen] = await Promise.all([listOwnInvitations(ctx), isSignUpOpen(ctx)]);
  const isNew = account.memberships.length === 0;
  return (
    <>
      <PageHeading
        title={isNew ? welcome(account.name) : "Invitations"}
        text={isNew ? "Databases and API keys belong to an organisation." : `For ${account.email}`}
      />
      <SettingsSections>
        {invitations.map(({ id, organisationName, role }) => (
          <SettingsSection key={id} title={organisationName} text={`Invited you to join as ${asRole(role)}.`}>
            <ActionForm action={answerInvitation} label={organisationName}>
              <input type="hidden" name="invitationId" value={id} />
              <Group gap="sm">
                <SubmitButton name="answer" value="accept">
                  Join
                </SubmitButton>
                <SubmitButton name="answer" value="decline" variant="default">
                  Decline
                </SubmitButton>
              </Group>
            </ActionForm>
          </SettingsSection>
        ))}
        {invitations.length === 0 && !(isNew && isOpen) && (
          <SettingsSection title="Invitations">
            <Text size="sm" c="dimmed">
              No invitations for {account.email}. When someone invites you, you'll get an email and see it here.
              {!isOpen && " Only the operator can create organisations here."}
            </Text>
          </SettingsSection>
        )}
        {isOpen && (
          <SettingsSection
            title={isNew ? "Create an organisation" : "New organisation"}
            text="Visible to members and to people you invite. You can change it later."
          >
            <ActionForm action={makeOrganisation} label="New organisation">
              <TextInput
                label="Name"
                name="name"
                defaultValue={isNew ? proposedName(account.name) : ""}
                required
                maxLength={64}
                autoComplete="organization"
              />
              <Group>
                <SubmitButton variant={invitations.length > 0 ? "default" : "filled"}>Create organisation</SubmitButton>
              </Group>
            </ActionForm>
          </SettingsSection>
        )}
      </SettingsSections>
    </>
  );
}

const firstName = (name: string) => name.trim().split(/\s+/u)[0] ?? "";

const welcome = (name: string) =>
  [`Welcome to ${SERVICE.name}`, firstName(name)].filter((part) => part !== "").join(", ");

/** Returns a name for the first organisation, such as `Mira's organisation`; nothing for an account without a name. */
function proposedName(name: string): string {
  const first = firstName(name);
  return first === "" || first.length > 40 ? "" : `${first}'s organisation`;
}
