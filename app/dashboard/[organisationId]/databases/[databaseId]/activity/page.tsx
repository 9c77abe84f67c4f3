import { LiveSessions } from "@/components/dashboard/activity/live-sessions";
import { Refusal } from "@/components/ui/refusal";
import { listSessions } from "@/lib/sql/activity/list-sessions";
import { databasePage } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { cancelStatement, endSession } from "./actions";

export const metadata = { title: "Activity" };

export default databasePage(async ({ databaseId, ctx, home, can, here }) => {
  const sessions = await readData(() => listSessions(ctx, { databaseId }));
  const verbs = can("data:write") ? { cancel: here(cancelStatement), end: here(endSession) } : null;
  if (!sessions.isDone) return <Refusal message={sessions.message} />;
  const source = `${home}/activity/sessions`;
  return <LiveSessions first={sessions.value} source={source} verbs={verbs} />;
});
