import { Button, Group, List, ListItem, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import type { Metadata } from "next";
import { ActionForm } from "@/components/ui/action-form";
import { DangerZone } from "@/components/ui/danger-zone";
import { LinkAnchor } from "@/components/ui/link";
import { dayText } from "@/components/ui/moment-text";
import { PageHeading } from "@/components/ui/page-heading";
import { SubmitButton } from "@/components/ui/submit-button";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";
import { requireAccount } from "@/lib/web/current-member";
import { signOut } from "../../actions";
import { deleteAccount, keepAccount } from "./actions";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const { account, ctx } = await requireAccount();
  const projectId = await getDashboardProjectId(ctx);
  return (
    <Stack gap="xl" maw={640}>
      <PageHeading title="Account" text={account.email}>
        <ActionForm action={signOut}>
          <SubmitButton variant="default">Sign out</SubmitButton>
        </ActionForm>
      </PageHeading>
      <section aria-labelledby="ways">
        <Title order={2} size="h3" mb="sm" id="ways">
          Sign-in
        </Title>
        <Paper withBorder p="md">
          <Text mb="sm">Your password, email address, passkeys, authenticator app and sessions.</Text>
          <Button
            component="a"
            href={`/auth/${projectId}/account?redirect_to=/auth/${projectId}/dashboard?to=/dashboard/account`}
            variant="default"
          >
            Manage sign-in
          </Button>
        </Paper>
      </section>
      <section aria-labelledby="organisations">
        <Title order={2} size="h3" mb="sm" id="organisations">
          Organisations
        </Title>
        <List>
          {account.memberships.map(({ organisationId, organisationName, role }) => (
            <ListItem key={organisationId}>
              <LinkAnchor href={`/dashboard/${organisationId}`}>{organisationName}</LinkAnchor>, {role}
            </ListItem>
          ))}
        </List>
        {account.memberships.length === 0 && <Text c="dimmed">You aren't a member of any organisation yet.</Text>}
      </section>
      <DangerZone title="Delete account">
        {account.deletionDueAt === null ? (
          <ActionForm action={deleteAccount} label="Delete account">
            <Text>
              Your account is deleted after 30 days, along with empty organisations that only you belong to. Sign in
              before then to cancel.
            </Text>
            <TextInput
              name="confirmation"
              label={`Type ${account.email} to confirm`}
              required
              autoComplete="off"
              spellCheck={false}
            />
            <Group>
              <SubmitButton color="red">Delete account</SubmitButton>
            </Group>
          </ActionForm>
        ) : (
          <ActionForm action={keepAccount} label="Cancel deletion">
            <Text>
              Your account will be deleted on{" "}
              <time dateTime={account.deletionDueAt}>{dayText(account.deletionDueAt)}</time>. You can cancel until then.
            </Text>
            <Group>
              <SubmitButton>Cancel deletion</SubmitButton>
            </Group>
          </ActionForm>
        )}
      </DangerZone>
    </Stack>
  );
}
