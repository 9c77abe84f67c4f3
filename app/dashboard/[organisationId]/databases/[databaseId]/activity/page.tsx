import { Alert } from "@mantine/core";
import type { Metadata } from "next";
import { AdviceList } from "@/components/dashboard/activity/advice-list";
import { LiveSessions } from "@/components/dashboard/activity/live-sessions";
import { SlowStatements } from "@/components/dashboard/activity/slow-statements";
import { hasPermission } from "@/lib/core/access/permissions";
import { advise } from "@/lib/sql/activity/advise";
import { listSessions } from "@/lib/sql/activity/list-sessions";
import { listSlowStatements } from "@/lib/sql/activity/list-slow-statements";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { cancelStatement, endSession } from "./actions";

export const metadata: Metadata = { title: "Activity" };

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/activity">;

export default async function ActivityPage({ params }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx, member } = await requireDatabase(organisationId, databaseId);
  const [sessions, advice, slow] = await Promise.all([
    readData(() => listSessions(ctx, { databaseId })),
    readData(() => advise(ctx, { databaseId })),
    readData(() => listSlowStatements(ctx, { databaseId })),
  ]);
  const home = `/dashboard/${organisationId}/databases/${databaseId}`;
  const verbs = hasPermission(member.role, "data:write")
    ? {
        cancel: cancelStatement.bind(null, organisationId, databaseId),
        end: endSession.bind(null, organisationId, databaseId),
      }
    : null;
  return (
    <>
      {sessions.isDone ? (
        <LiveSessions first={sessions.value} source={`${home}/activity/sessions`} verbs={verbs} />
      ) : (
        <Refused message={sessions.message} />
      )}
      {slow.isDone ? (
        <SlowStatements databaseId={databaseId} editor={`${home}/sql`} statements={slow.value} />
      ) : (
        sessions.isDone && <Refused message={slow.message} />
      )}
      {advice.isDone ? (
        <AdviceList databaseId={databaseId} editor={`${home}/sql`} advice={advice.value} />
      ) : (
        sessions.isDone && <Refused message={advice.message} />
      )}
    </>
  );
}

function Refused({ message }: { message: string }) {
  return (
    <Alert color="red" variant="light">
      {message}
    </Alert>
  );
}
