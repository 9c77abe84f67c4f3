import { Alert, Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import type { Metadata } from "next";
import { asRole } from "@/components/dashboard/members/role";
import { ActionForm } from "@/components/ui/action-form";
import { PageHeading } from "@/components/ui/page-heading";
import { SubmitButton } from "@/components/ui/submit-button";
import { isSignUpOpen } from "@/lib/people/accounts/dashboard-project";
import { listOwnInvitations } from "@/lib/people/invitations/list-own";
import { requireAccount } from "@/lib/web/current-member";
import { answerInvitation, makeOrganisation } from "./actions";

export const metadata: Metadata = { title: "Invitations" };

export default async function InvitationsPage() {
  const { account, ctx } = await requireAccount();
  const [invitations, isOpen] = await Promise.all([listOwnInvitations(ctx), isSignUpOpen(ctx)]);
  return (
    <Stack gap="xl" maw={640}>
      <div>
        <PageHeading title="Invitations" text={`For ${account.email}`} />
        {invitations.length === 0 && (
          <Alert variant="light" color="gray">
            No invitations. When someone invites you, you'll get an email and see it here.
          </Alert>
        )}
        <Stack gap="sm">
          {invitations.map(({ id, organisationName, role }) => (
            <Paper key={id} withBorder p="md">
              <ActionForm action={answerInvitation} label={organisationName}>
                <Text>
                  <strong>{organisationName}</strong> invited you to join as {asRole(role)}.
                </Text>
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
            </Paper>
          ))}
        </Stack>
      </div>
      {isOpen && (
        <section aria-labelledby="new-organisation">
          <Title order={2} size="h3" mb="sm" id="new-organisation">
            New organisation
          </Title>
          <Paper withBorder p="md">
            <ActionForm action={makeOrganisation}>
              <TextInput
                label="Name"
                description="Visible to members and to people you invite. You can change it later."
                name="name"
                required
                maxLength={64}
                autoComplete="organization"
              />
              <Group>
                <SubmitButton>Create organisation</SubmitButton>
              </Group>
            </ActionForm>
          </Paper>
        </section>
      )}
    </Stack>
  );
}
