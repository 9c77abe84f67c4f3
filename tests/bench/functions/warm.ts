import { setTimeout as delay } from "node:timers/promises";
import { type Lane, type LaneResult, measureLanes, rateOf, rateText } from "../lanes";
import { COMPARED, goal, milliseconds, type Table, times } from "../report";
import { median } from "../statistics";
import type { App, Project } from "./app";
import type { Side } from "./sides";

const AT_LEAST = 0.5;
const P99_MILLISECONDS = 10;
const CONNECTIONS = 16;

/** The plan allows each project 6,000 calls a minute, of which a round makes less than half. */
const untilAllowed = () => delay(20_000);

/** Calls over 16 connections: of all projects in turn, since the largest plan allows one of them 100 calls a second. */
export async function warmTable(
  app: App,
  projects: readonly Project[],
  { miniflare, deno }: { miniflare: Side; deno: Side | null },
  rounds: number,
  seconds: number,
): Promise<Table> {
  const turns = Array.from({ length: CONNECTIONS }, (_, index) => projects[index % projects.length] as Project);
  const lane = (name: string, url: string, pathOf: (project: Project) => string, method: "GET" | "POST"): Lane => ({
    ...{ name, url },
    requests: turns.map((project) => ({
      ...{ path: pathOf(project), method, expected: "hello" },
      ...(url !== miniflare.url && url !== deno?.url && { headers: { authorization: `Bearer ${project.key}` } }),
    })),
  });
  const api = lane("API", app.webUrl, ({ id }) => `/v1/projects/${id}/functions/hello/invoke`, "POST");
  const web = lane("web", app.contentUrl, ({ id }) => `/f/${id}/hello`, "GET");
  const bare = lane("miniflare", miniflare.url, () => "/", "GET");
  const other = deno && lane("deno", deno.url, () => "/", "GET");
  const [ofApi, ofWeb, ofBare, ofDeno] = await measureLanes(
    [api, web, bare, ...(other ? [other] : [])],
    rounds,
    seconds,
    untilAllowed,
  );
  if (!ofApi || !ofWeb || !ofBare) throw new Error("a side was not measured");
  const row = (what: string, ours: LaneResult, against: LaneResult, atLeast: number | null) => {
    const ratio = rateOf(ours) / rateOf(against);
    return [what, rateText(ours), rateText(against), times(ratio), ...goal(ratio, atLeast, "≥")];
  };
  const p99 = (what: string, { p99: values }: LaneResult) => {
    const value = median(values);
    return [what, milliseconds(value), "–", "–", `≤ ${P99_MILLISECONDS} ms`, value <= P99_MILLISECONDS ? "yes" : "no"];
  };
  return {
    title: `Calls of running functions over ${CONNECTIONS} connections beside miniflare's dispatch, of ${projects.length} projects in turn, median of ${rounds} rounds of ${seconds} s`,
    columns: COMPARED,
    rows: [
      row("at the web address, with a server key", ofWeb, ofBare, AT_LEAST),
      row("by the API, with a server key", ofApi, ofBare, AT_LEAST),
      p99("p99 at the web address", ofWeb),
      p99("p99 by the API", ofApi),
      ...(ofDeno ? [row("at the web address, beside `deno serve`", ofWeb, ofDeno, null)] : []),
    ],
  };
}
