import { runLoad } from "../load-job";
import { goal, milliseconds, type Table, times } from "../report";
import { median } from "../statistics";

const AT_MOST = 1.5;

interface Sides {
  url: string;
  reads: { path: string; headers: Record<string, string> }[];
  flood: { path: string; method: "POST"; headers: Record<string, string>; body: string }[];
}

/** Measures how long a read of the management API takes while the same machine runs as much SQL as it can. */
export async function floodTable({ url, reads, flood }: Sides, rounds: number, seconds: number): Promise<Table> {
  const [quiet, flooded, ran]: [number[], number[], number[]] = [[], [], []];
  const read = () => runLoad({ url, requests: reads, connections: 2, seconds });
  for (let round = 0; round < rounds; round += 1) {
    quiet.push((await read()).p99);
    const [sql, while_] = await Promise.all([runLoad({ url, requests: flood, connections: 32, seconds }), read()]);
    flooded.push(while_.p99);
    ran.push(sql.perSecond);
  }
  const ratio = median(flooded) / median(quiet);
  return {
    title: `p99 of GET /api/v1/databases/{id} over 2 connections, median of ${rounds} rounds of ${seconds} s`,
    columns: ["Quiet", "While SQL is flooded over 32 connections", "Statements per second", "Ratio", "Goal", "Met"],
    rows: [
      [
        ...[milliseconds(median(quiet)), milliseconds(median(flooded)), median(ran).toFixed(0), times(ratio)],
        ...goal(ratio, AT_MOST, "≤"),
      ],
    ],
  };
}
