import { Badge, SimpleGrid, Stack, Table, TableTbody, TableTd, TableTh, TableTr, Title } from "@mantine/core";
import type { Metadata } from "next";
import { PageHeading } from "@/components/dashboard/page-heading";
import { QuotaMeter } from "@/components/dashboard/quota-meter";
import { showOrganisation } from "@/lib/organisations/show";
import { isPlan, PLANS } from "@/lib/plans";
import { RATE_LIMITS } from "@/lib/rate-limits";
import { requireMember } from "@/lib/web/current-member";

export const metadata: Metadata = { title: "Plan and usage" };

export default async function UsagePage({ params }: PageProps<"/dashboard/[organisationId]/usage">) {
  const { organisationId } = await params;
  const { ctx } = await requireMember(organisationId);
  const { plan, usage, members, activeKeys, managementApi, hostKind } = await showOrganisation(ctx, { organisationId });
  const facts = [
    ["Members", members],
    ["Active API keys", activeKeys],
    ["Changes by API keys", managementApi ? "on" : "off: the operator can switch them on"],
    ["Hosts", hostKind],
  ] as const;
  return (
    <Stack gap="xl">
      <PageHeading mb={0} title="Plan and usage" text="The operator of this installation changes the plan.">
        <Badge size="lg" variant="light">
          {plan}
        </Badge>
      </PageHeading>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <QuotaMeter label="Databases" {...usage.databases} />
        <QuotaMeter label="Branches" {...usage.branches} />
      </SimpleGrid>
      <Facts title="Organisation" facts={facts} />
      <Facts title="Limits of the plan" facts={limitsOf(plan)} />
    </Stack>
  );
}

function limitsOf(plan: string): (readonly [string, string])[] {
  const { manual, scheduled, safety, days } = PLANS[isPlan(plan) ? plan : "free"].restorePoints;
  const { limit, windowSeconds } = RATE_LIMITS.databases;
  return [
    ["Restore points of your own", `${manual} in each database`],
    ["Restore points by schedule", `the last ${scheduled} in each database`],
    ["Restore points before a change", `the last ${safety} in each database, for ${days} days`],
    ["Names of databases and branches", "1 to 40 characters"],
    ["Requests of an API key", `${limit} in ${windowSeconds} seconds for each resource`],
  ];
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, string | number])[] }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <Table verticalSpacing="sm" aria-label={title}>
        <TableTbody>
          {facts.map(([name, value]) => (
            <TableTr key={name}>
              <TableTh scope="row" fw={500} w="50%">
                {name}
              </TableTh>
              <TableTd>{value}</TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </section>
  );
}
