import type { Metadata } from "next";
import { LiveSessions } from "@/components/dashboard/activity/live-sessions";
import { Refusal } from "@/components/ui/refusal";
import { hasPermission } from "@/lib/core/access/permissions";
import { listSessions } from "@/lib/sql/activity/list-sessions";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { cancelStatement, endSession } from "./actions";

export const metadata: Metadata = { title: "Activity" };

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/activity">;

export default async function ActivityPage({ params }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx, member } = await requireDatabase(organisationId, databaseId);
  const sessions = await readData(() => listSessions(ctx, { databaseId }));
  const verbs = hasPermission(member.role, "data:write")
    ? {
        cancel: cancelStatement.bind(null, organisationId, databaseId),
        end: endSession.bind(null, organisationId, databaseId),
      }
    : null;
  if (!sessions.isDone) return <Refusal message={sessions.message} />;
  const source = `/dashboard/${organisationId}/databases/${databaseId}/activity/sessions`;
  return <LiveSessions first={sessions.value} source={source} verbs={verbs} />;
}
