import { Breadcrumbs, Group, Stack, Text, Title } from "@mantine/core";
import { DatabaseTabs } from "@/components/dashboard/databases/database-tabs";
import { LiveStatus } from "@/components/dashboard/databases/live-status";
import { RestrictionBanner } from "@/components/dashboard/guard/restriction-banner";
import { LinkAnchor } from "@/components/ui/link";
import { getRestriction } from "@/lib/hosting/guard/get-restriction";
import { requireDatabase } from "@/lib/web/current-database";
import { orNotFound } from "@/lib/web/or-not-found";

type Props = LayoutProps<"/dashboard/[organisationId]/databases/[databaseId]">;

/**
 * Renders what is above every page of one database: its place, its name as the page's only heading of level 1, its
 * status, the tabs, and what is taken from it. A page below begins its own headings at level 2, and checks by itself who is signed in.
 */
export default async function DatabaseLayout({ params, children }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx, member, database } = await requireDatabase(organisationId, databaseId);
  const restriction = await orNotFound(() => getRestriction(ctx, { databaseId }));
  const home = `/dashboard/${organisationId}`;
  const base = `${home}/databases/${databaseId}`;
  return (
    <Stack gap="lg">
      <div>
        <nav aria-label="Breadcrumb">
          <Breadcrumbs separatorMargin={6} mb={6}>
            <LinkAnchor href={home} size="sm" c="dimmed">
              {member.organisationName}
            </LinkAnchor>
            <LinkAnchor href={home} size="sm" c="dimmed">
              Databases
            </LinkAnchor>
            <Text size="sm" aria-hidden truncate>
              {database.name}
            </Text>
          </Breadcrumbs>
        </nav>
        <Group gap="sm" mb="sm" align="center">
          <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
            {database.name}
          </Title>
          <LiveStatus status={database.status} />
        </Group>
        <DatabaseTabs base={base} />
      </div>
      {restriction && <RestrictionBanner restriction={restriction} events={`${base}/events`} />}
      {children}
    </Stack>
  );
}
