import { Alert } from "@mantine/core";
import type { Metadata } from "next";
import { ChooseDatabase } from "@/components/dashboard/realtime/choose-database";
import { LiveStats } from "@/components/dashboard/realtime/live-stats";
import { Publishing } from "@/components/dashboard/realtime/tables/publishing";
import { READ_ONLY } from "@/components/dashboard/realtime/words";
import { CopyField } from "@/components/ui/copy-field";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { listDatabases } from "@/lib/hosting/databases/list";
import { showProjectDatabase } from "@/lib/services/project-database/show";
import { PUBLISHING_COST } from "@/lib/services/realtime/changes/tables/cost";
import { listTableChoices } from "@/lib/services/realtime/changes/tables/list-choices";
import { readRealtimeStats } from "@/lib/services/realtime/sockets/read-stats";
import { requireProjectPage } from "@/lib/web/current-project";
import { readData } from "@/lib/web/read-data";
import { chooseDatabase, publishTable, repairTable, unpublishTable } from "./actions";

export const metadata: Metadata = { title: "Realtime" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/realtime">;

export default async function RealtimePage({ params }: Props) {
  const { organisationId, projectId } = await params;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const [stats, tables, { databaseId }, { items: databases }] = await Promise.all([
    readData(() => readRealtimeStats(ctx, { projectId })),
    readData(() => listTableChoices(ctx, { projectId })),
    showProjectDatabase(ctx, { organisationId, projectId }),
    listDatabases(ctx, {}),
  ]);
  const isMember = hasPermission(member.role, "projects:write");
  const mayWrite = isMember && project.status === "active";
  const home = `/dashboard/${organisationId}/projects/${projectId}/realtime`;
  const here = [organisationId, projectId] as const;
  const database = databases.find(({ id }) => id === databaseId) ?? null;
  const choose = mayWrite ? chooseDatabase.bind(null, ...here) : null;
  return (
    <>
      <PageHeading title="Realtime" text={isMember ? null : READ_ONLY}>
        <LinkButton href={`${home}/topics`} variant="default">
          Topics
        </LinkButton>
        <LinkButton href={`${home}/inspector`} variant="default">
          Inspector
        </LinkButton>
      </PageHeading>
      <LiveStats first={stats} source={`${home}/stats`} />
      {!tables.isDone && (
        <Alert color="red" variant="light">
          {tables.message}
        </Alert>
      )}
      {database === null && (
        <EmptyState
          title="Publish your tables"
          text="Apps hear of each row that is inserted, updated or deleted in the tables you publish. Nothing is published until you say so. Choose the project's database first. While it is, it can't be deleted."
          example={<CopyField label="Choose it on the command line" text={chooseExample(projectId)} />}
        >
          {choose ? <ChooseDatabase databases={databases.map(toChoice)} current={null} choose={choose} /> : READ_ONLY}
        </EmptyState>
      )}
      {database && tables.isDone && tables.value && (
        <Publishing
          database={{
            id: database.id,
            name: database.name,
            home: `/dashboard/${organisationId}/databases/${database.id}`,
          }}
          databases={databases.map(toChoice)}
          tables={tables.value}
          cost={PUBLISHING_COST}
          changes={
            choose && {
              choose,
              publish: publishTable.bind(null, ...here),
              repair: repairTable.bind(null, ...here),
              unpublish: unpublishTable.bind(null, ...here),
            }
          }
        />
      )}
    </>
  );
}

const toChoice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

function chooseExample(projectId: string): string {
  return `npm run coppice -- project database ${projectId} db_…`;
}
