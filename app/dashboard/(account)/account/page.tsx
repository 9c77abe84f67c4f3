import { Button, Group, List, ListItem, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import type { Metadata } from "next";
import { ActionForm } from "@/components/dashboard/action-form";
import { DangerZone } from "@/components/dashboard/danger-zone";
import { PageHeading } from "@/components/dashboard/page-heading";
import { SubmitButton } from "@/components/dashboard/submit-button";
import { getDashboardProjectId } from "@/lib/accounts/dashboard-project";
import { requireAccount } from "@/lib/web/current-member";
import { signOut } from "../../actions";
import { deleteAccount, keepAccount } from "./actions";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const { account, ctx } = await requireAccount();
  const projectId = await getDashboardProjectId(ctx);
  return (
    <Stack gap="xl" maw={640}>
      <PageHeading mb={0} title="Account" text={account.email}>
        <form action={signOut}>
          <SubmitButton variant="default">Sign out</SubmitButton>
        </form>
      </PageHeading>
      <section aria-labelledby="ways">
        <Title order={2} size="h3" mb="sm" id="ways">
          Signing in
        </Title>
        <Paper withBorder p="md">
          <Text mb="sm">Password, address, passkeys, authenticator app and sessions are on a page of their own.</Text>
          <Button component="a" href={`/auth/${projectId}/account`} variant="default">
            Manage signing in
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
              {organisationName}, as {role}
            </ListItem>
          ))}
        </List>
        {account.memberships.length === 0 && <Text c="dimmed">None yet.</Text>}
      </section>
      <DangerZone title="Delete account">
        {account.deletionDueAt === null ? (
          <ActionForm action={deleteAccount} label="Delete account">
            <Text>
              The account is deleted after 30 days, with organisations that are yours alone. Until then you can sign in
              and keep it.
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
          <ActionForm action={keepAccount} label="Keep account">
            <Text>
              The account will be deleted on{" "}
              <time dateTime={account.deletionDueAt}>{account.deletionDueAt.slice(0, 10)}</time>.
            </Text>
            <Group>
              <SubmitButton>Keep account</SubmitButton>
            </Group>
          </ActionForm>
        )}
      </DangerZone>
    </Stack>
  );
}
