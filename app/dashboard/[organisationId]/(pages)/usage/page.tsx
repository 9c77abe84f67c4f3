import { Badge, SimpleGrid, Stack, Table, TableTbody, TableTd, TableTh, TableTr, Title } from "@mantine/core";
import type { Metadata } from "next";
import { PageHeading } from "@/components/ui/page-heading";
import { QuotaMeter } from "@/components/ui/quota-meter";
import { isPlan, PLANS } from "@/lib/core/plans";
import { RATE_LIMITS } from "@/lib/core/rate-limits";
import { MAX_NAME_LENGTH } from "@/lib/hosting/databases/name";
import { SHELL_MINUTES } from "@/lib/hosting/shell-connections/create";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { GRACE_DAYS } from "@/lib/people/account-deletion/request-deletion";
import { showOrganisation } from "@/lib/people/organisations/show";
import { CODE_LENGTH } from "@/lib/sign-in/mailbox/verification";
import { STATEMENT_TIMEOUT_MS } from "@/lib/sql/customer-session/open";
import { requireMember } from "@/lib/web/current-member";

export const metadata: Metadata = { title: "Plan and usage" };

export default async function UsagePage({ params }: PageProps<"/dashboard/[organisationId]/usage">) {
  const { organisationId } = await params;
  const { ctx } = await requireMember(organisationId);
  const { plan, usage, members, activeKeys, managementApi, hostKind } = await showOrganisation(ctx, { organisationId });
  const facts = [
    ["Members", members],
    ["Active API keys", activeKeys],
    ["API keys can make changes", managementApi ? "Yes" : "No (ask your operator)"],
    ["Hosts", hostKind === "shared" ? "Shared" : "Dedicated"],
  ] as const;
  return (
    <Stack gap="xl">
      <PageHeading title="Plan and usage" text="To change your plan, ask your operator.">
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
      <Facts title="Limits of every plan" facts={LIMITS_OF_EVERY_PLAN} />
    </Stack>
  );
}

function limitsOf(plan: string): (readonly [string, string])[] {
  const { manual, scheduled, safety, days } = PLANS[isPlan(plan) ? plan : "free"].restorePoints;
  return [
    ["Restore points you create", `${manual} per database`],
    ["Scheduled restore points", `The last ${scheduled} per database, for ${days} days`],
    ["Restore points before a change", `The last ${safety} per database, for ${days} days`],
  ];
}

const LIMITS_OF_EVERY_PLAN = [
  ["Database and branch names", `1 to ${MAX_NAME_LENGTH} characters`],
  [
    "Requests with an API key",
    `${RATE_LIMITS.databases.limit} per resource every ${RATE_LIMITS.databases.windowSeconds} seconds`,
  ],
  ["API request body", `${MANAGEMENT_BODY_BYTES / 1_024} KB`],
  ["Statement in the SQL editor", `${STATEMENT_TIMEOUT_MS / 1_000} seconds`],
  ["Temporary psql login", `${SHELL_MINUTES} minutes`],
  ["Codes sent by email", `${CODE_LENGTH} digits`],
  ["Grace period before account deletion", `${GRACE_DAYS} days`],
] as const;

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
