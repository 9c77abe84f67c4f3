import { Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import type { Metadata } from "next";
import { LeaveButton } from "@/components/dashboard/members/leave-button";
import { ActionForm } from "@/components/ui/action-form";
import { ConfirmByTyping } from "@/components/ui/confirm-by-typing";
import { CopyField } from "@/components/ui/copy-field";
import { DangerZone } from "@/components/ui/danger-zone";
import { PageHeading } from "@/components/ui/page-heading";
import { SubmitButton } from "@/components/ui/submit-button";
import { hasPermission } from "@/lib/core/access/permissions";
import { listMembers } from "@/lib/people/members/list";
import { requireMember } from "@/lib/web/current-member";
import { leave } from "../../member-actions";
import { remove, rename } from "../../organisation-actions";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: PageProps<"/dashboard/[organisationId]/settings">) {
  const { organisationId } = await params;
  const { member, ctx } = await requireMember(organisationId);
  const isOwner = hasPermission(member.role, "organisation:write");
  const members = isOwner ? await listMembers(ctx, { organisationId }) : [];
  const isOnlyOwner = isOwner && members.filter(({ role }) => role === "owner").length === 1;
  return (
    <Stack gap="xl" maw={640}>
      <PageHeading title="Settings" />
      <section aria-labelledby="name">
        <Title order={2} size="h3" mb="sm" id="name">
          Name
        </Title>
        <Paper withBorder p="md">
          {isOwner ? (
            <ActionForm action={rename.bind(null, organisationId)} done="Saved." label="Rename">
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
            <Text>{member.organisationName}. Only an owner can rename the organisation.</Text>
          )}
        </Paper>
      </section>
      <section aria-labelledby="organisation-id">
        <Title order={2} size="h3" mb="sm" id="organisation-id">
          Organisation ID
        </Title>
        <CopyField label="ID of the organisation" text={organisationId} />
      </section>
      <DangerZone title="Danger zone">
        <Stack gap="sm" align="flex-start">
          {isOnlyOwner ? (
            <Text>You're the only owner. To leave, make another member an owner first.</Text>
          ) : (
            <LeaveButton name={member.organisationName} leave={leave.bind(null, organisationId)} />
          )}
          {isOwner && (
            <>
              <Text mt="md">
                Delete all databases and projects first. Members, API keys and invitations are deleted with the
                organisation. The operator keeps the audit log.
              </Text>
              <ConfirmByTyping
                title="Delete organisation"
                name={member.organisationName}
                action={remove.bind(null, organisationId)}
              >
                This can't be undone.
              </ConfirmByTyping>
            </>
          )}
        </Stack>
      </DangerZone>
    </Stack>
  );
}
