import { Badge, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { Metadata } from "next";
import { PageHeading } from "@/components/dashboard/page-heading";
import { QuotaMeter } from "@/components/dashboard/quota-meter";
import { showOrganisation } from "@/lib/organisations/show";
import { requireMember } from "@/lib/web/current-member";

export const metadata: Metadata = { title: "Plan and usage" };

export default async function UsagePage({ params }: PageProps<"/dashboard/[organisationId]/usage">) {
  const { organisationId } = await params;
  const { ctx } = await requireMember(organisationId);
  const { plan, usage, members, activeKeys, managementApi, hostKind } = await showOrganisation(ctx, { organisationId });
  return (
    <Stack gap="lg">
      <PageHeading title="Plan and usage" text="The operator of this installation changes the plan.">
        <Badge size="lg" variant="light">
          {plan}
        </Badge>
      </PageHeading>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <QuotaMeter label="Databases" {...usage.databases} />
        <QuotaMeter label="Branches" {...usage.branches} />
      </SimpleGrid>
      <Group gap="xl">
        <Text>Members: {members}</Text>
        <Text>Active API keys: {activeKeys}</Text>
        <Text>Hosts: {hostKind}</Text>
        <Text>Changes by API keys: {managementApi ? "on" : "off, the operator can switch them on"}</Text>
      </Group>
    </Stack>
  );
}
