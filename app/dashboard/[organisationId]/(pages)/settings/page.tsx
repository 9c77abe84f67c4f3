import { Code, Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import type { Metadata } from "next";
import { ActionForm } from "@/components/dashboard/action-form";
import { ConfirmByTyping } from "@/components/dashboard/confirm-by-typing";
import { DangerZone } from "@/components/dashboard/danger-zone";
import { LeaveButton } from "@/components/dashboard/leave-button";
import { PageHeading } from "@/components/dashboard/page-heading";
import { SubmitButton } from "@/components/dashboard/submit-button";
import { hasPermission } from "@/lib/members/permissions";
import { requireMember } from "@/lib/web/current-member";
import { leave } from "../../member-actions";
import { remove, rename } from "../../organisation-actions";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: PageProps<"/dashboard/[organisationId]/settings">) {
  const { organisationId } = await params;
  const { member } = await requireMember(organisationId);
  const isOwner = hasPermission(member.role, "organisation:write");
  return (
    <Stack gap="xl" maw={640}>
      <PageHeading mb={0} title="Settings" text={<Code>{organisationId}</Code>} />
      <section aria-labelledby="name">
        <Title order={2} size="h3" mb="sm" id="name">
          Name
        </Title>
        <Paper withBorder p="md">
          {isOwner ? (
            <ActionForm action={rename.bind(null, organisationId)} label="Rename">
              <TextInput
                name="name"
                label="Organisation"
                defaultValue={member.organisationName}
                required
                maxLength={64}
                autoComplete="off"
              />
              <Group>
                <SubmitButton>Save</SubmitButton>
              </Group>
            </ActionForm>
          ) : (
            <Text>{member.organisationName}. An owner can change it.</Text>
          )}
        </Paper>
      </section>
      <DangerZone title="Danger zone">
        <Stack gap="sm" align="flex-start">
          <Text>The last owner passes ownership on before leaving.</Text>
          <LeaveButton name={member.organisationName} leave={leave.bind(null, organisationId)} />
          {isOwner && (
            <>
              <Text mt="md">
                An organisation without databases and projects can be deleted. Members, keys and invitations go with it;
                the audit log stays with the operator.
              </Text>
              <ConfirmByTyping
                title="Delete organisation"
                name={member.organisationName}
                action={remove.bind(null, organisationId)}
              >
                There is no way back.
              </ConfirmByTyping>
            </>
          )}
        </Stack>
      </DangerZone>
    </Stack>
  );
}
