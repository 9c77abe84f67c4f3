import { type LaneResult, measureLanes, rateOf, rateText } from "../lanes";
import { runLoad } from "../load-job";
import { goal, milliseconds, type Table, times } from "../report";
import { type Read, readsOf, type Subject } from "./subject";

export interface ReadSubjects {
  ours: Subject;
  node: Subject;
  next: Subject;
  /** better-auth in bare Node with joins, and without a JWT in every answer. */
  tuned: Subject;
}

const GOALS = { "get-session": 8, token: 5, jwks: 10 } as const;
const READS = ["get-session", "token", "jwks"] as const satisfies Read[];
const MANY_CONNECTIONS = 64;

export const COMPARED = ["What", "Ours", "better-auth", "Ratio", "Goal", "Met"];

export async function readTable(subjects: ReadSubjects, rounds: number, seconds: number): Promise<Table> {
  const rows: string[][] = [];
  const lane = (read: Read, subject: Subject) => ({ name: read, url: subject.url, requests: readsOf(subject, read) });
  for (const read of READS) {
    process.stderr.write(`measuring ${read} …\n`);
    const { ours, node, next, tuned } = subjects;
    const others = [node, next, ...(read === "get-session" ? [tuned] : [])];
    const [own, ...theirs] = await measureLanes(
      [lane(read, ours), ...others.map((subject) => lane(read, subject))],
      rounds,
      seconds,
    );
    const [inNode, inNext, whenTuned] = theirs;
    if (!own || !inNode || !inNext) throw new RangeError("nothing was measured");
    rows.push(rateRow(`GET /${read}, better-auth in bare Node`, own, inNode, GOALS[read]));
    rows.push(rateRow(`GET /${read}, better-auth in Next`, own, inNext, null));
    if (whenTuned) rows.push(rateRow(`GET /${read}, better-auth in bare Node, tuned`, own, whenTuned, null));
  }
  return {
    title: `Reads per second over 16 connections, median of ${rounds} rounds of ${seconds} s, and their p99`,
    columns: COMPARED,
    rows,
  };
}

/** A row of a comparison where more is better. */
export function rateRow(what: string, ours: LaneResult, other: LaneResult, atLeast: number | null): string[] {
  const ratio = rateOf(ours) / rateOf(other);
  return [what, rateText(ours), rateText(other), times(ratio), ...goal(ratio, atLeast, "≥")];
}

/** Measures the wait of the slowest of a hundred when there are more connections than the machine can serve. */
export async function crowdTable({ ours, node, next }: ReadSubjects, seconds: number): Promise<Table> {
  const rows: string[][] = [];
  for (const read of READS) {
    process.stderr.write(`measuring ${read} over ${MANY_CONNECTIONS} connections …\n`);
    const cells: string[] = [];
    for (const subject of [ours, node, next]) {
      const job = { url: subject.url, requests: readsOf(subject, read), connections: MANY_CONNECTIONS, seconds };
      const { p50, p99, perSecond } = await runLoad(job);
      cells.push(`p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}, ${Math.round(perSecond)}/s`);
    }
    rows.push([`GET /${read}`, ...cells]);
  }
  return {
    title: `Reads over ${MANY_CONNECTIONS} connections`,
    columns: ["What", "Ours", "better-auth in bare Node", "better-auth in Next"],
    rows,
  };
}
