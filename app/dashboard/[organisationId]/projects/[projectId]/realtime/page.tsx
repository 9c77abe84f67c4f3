import { Alert } from "@mantine/core";
import { ChooseDatabase } from "@/components/dashboard/realtime/choose-database";
import { LiveStats } from "@/components/dashboard/realtime/live-stats";
import { Publishing } from "@/components/dashboard/realtime/tables/publishing";
import { READ_ONLY } from "@/components/dashboard/realtime/words";
import { CopyField } from "@/components/ui/copy-field";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { listDatabases } from "@/lib/hosting/databases/list";
import { showProjectDatabase } from "@/lib/services/project-database/show";
import { PUBLISHING_COST } from "@/lib/services/realtime/changes/tables/cost";
import { listTableChoices } from "@/lib/services/realtime/changes/tables/list-choices";
import { readRealtimeStats } from "@/lib/services/realtime/sockets/read-stats";
import { projectPage } from "@/lib/web/current-project";
import { readData } from "@/lib/web/read-data";
import { chooseDatabase, publishTable, repairTable, unpublishTable } from "./actions";

export const metadata = { title: "Realtime" };

export default projectPage(async ({ organisationId, projectId, ctx, may, can, here, home }) => {
  const [stats, tables, { databaseId }, { items: databases }] = await Promise.all([
    readData(() => readRealtimeStats(ctx, { projectId })),
    readData(() => listTableChoices(ctx, { projectId })),
    showProjectDatabase(ctx, { organisationId, projectId }),
    listDatabases(ctx, {}),
  ]);
  const address = `${home}/realtime`;
  const database = databases.find(({ id }) => id === databaseId) ?? null;
  const choose = may("projects:write") ? here(chooseDatabase) : null;
  return (
    <>
      <PageHeading title="Realtime" text={can("projects:write") ? null : READ_ONLY}>
        <LinkButton href={`${address}/topics`} variant="default">
          Topics
        </LinkButton>
        <LinkButton href={`${address}/inspector`} variant="default">
          Inspector
        </LinkButton>
      </PageHeading>
      <LiveStats first={stats} source={`${address}/stats`} />
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
              publish: here(publishTable),
              repair: here(repairTable),
              unpublish: here(unpublishTable),
            }
          }
        />
      )}
    </>
  );
});

const toChoice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

function chooseExample(projectId: string): string {
  return `npm run coppice -- project database ${projectId} db_…`;
}
