import { measureLanes, rateOf, rateText } from "../lanes";
import { goal, type Table, times } from "../report";
import type { OwnSubject } from "./ours";
import { readsOf, SESSIONS_PER_USER } from "./subject";

const SLOWER_AT_MOST = 1.2;

/** Measures the cost of a thousand times the users. Both projects are asked in turn. */
export async function growthTable(
  small: OwnSubject,
  large: OwnSubject,
  rounds: number,
  seconds: number,
): Promise<Table> {
  process.stderr.write(`measuring get-session with ${large.users} users …\n`);
  const lane = (subject: OwnSubject) => ({
    name: "get-session",
    url: subject.url,
    requests: readsOf(subject, "get-session"),
  });
  const [few, many] = await measureLanes([lane(small), lane(large)] as const, rounds, seconds);
  const ratio = rateOf(few) / rateOf(many);
  const sizeOf = ({ users }: OwnSubject) =>
    `${users.toLocaleString("en")} users, ${(users * SESSIONS_PER_USER).toLocaleString("en")} sessions`;
  return {
    title: `GET /get-session in a large project, median of ${rounds} rounds of ${seconds} s, and their p99`,
    columns: [sizeOf(small), sizeOf(large), "Ratio", "Goal", "Met"],
    rows: [[rateText(few), rateText(many), times(ratio), ...goal(ratio, SLOWER_AT_MOST, "≤")]],
  };
}
