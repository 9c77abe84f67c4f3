import { runLoad } from "../load-job";
import { milliseconds, type Table } from "../report";

const QUERIES = ["branch", "create a database", "rotate credential", "passkey", "upload object", "policy", "webhooks"];
const MOST_MILLISECONDS = 5;
/** Each may search 60 times a minute, so this many allow 10,000 a second. */
const ADDRESSES = 10_000;

/** Measures the search of the documentation at a service that reads the client's address from `addressHeader`. */
export async function searchTable(url: string, addressHeader: string, seconds: number): Promise<Table> {
  const requests = Array.from({ length: ADDRESSES }, (_, i) => ({
    path: `/api/search?q=${encodeURIComponent(QUERIES[i % QUERIES.length] ?? "")}`,
    headers: { [addressHeader]: `10.1.${i >> 8}.${i & 255}` },
  }));
  await requireResults(url + requests[0]?.path);
  const rows: string[][] = [];
  for (const connections of [1, 16]) {
    const { p50, p99, perSecond } = await runLoad({ url, requests, connections, seconds });
    const isGoal = connections === 1;
    const met = p99 <= MOST_MILLISECONDS ? "yes" : "no";
    rows.push([
      ...[String(connections), milliseconds(p50), milliseconds(p99), perSecond.toFixed(0)],
      ...(isGoal ? [`p99 ≤ ${MOST_MILLISECONDS} ms`, met] : ["none", "–"]),
    ]);
  }
  return {
    title: "GET /api/search, seven queries in turn",
    columns: ["Connections", "p50", "p99", "Per second", "Goal", "Met"],
    rows,
  };
}

/** The first search of a process also reads the pages. */
async function requireResults(url: string): Promise<void> {
  const answer = (await (await fetch(url)).json()) as { results?: unknown[] };
  if (!answer.results?.length) throw new Error(`${url} found nothing: ${JSON.stringify(answer)}`);
}
