import { parseLsn } from "../lsn";
import { runReplicationCommand } from "./replication-command";
import { type HostConnection, withReplication } from "./replication-session";

/** Returns the text in which a host keeps the origin of a timeline; `null` for the first, which has none. */
export async function readTimelineHistory(host: HostConnection, timeline: number): Promise<string | null> {
  if (timeline === 1) return null;
  const rows = await withReplication(host, (client) =>
    runReplicationCommand(client, `TIMELINE_HISTORY ${timeline}`, { onData: () => undefined }),
  );
  const [[, text] = []] = rows;
  if (!text) throw new Error(`a host has no history of timeline ${timeline}`);
  return text;
}

/** Returns the position at which a host left the timeline before. */
export async function timelineStart(host: HostConnection, timeline: number): Promise<bigint> {
  const history = await readTimelineHistory(host, timeline);
  const last = history?.trim().split("\n").at(-1)?.split("\t")[1];
  return parseLsn(last ?? "0/0");
}
