import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type LaneResult, measureLanes } from "../lanes";
import type { Table } from "../report";
import { COMPARED, rateRow } from "./reads";
import { type Subject, signInsOf } from "./subject";

export interface SignInSubjects {
  ours: Subject;
  node: Subject;
  next: Subject;
  /** With this service's Argon2id in place of its scrypt. */
  nodeArgon2id: Subject;
  nextArgon2id: Subject;
}

const OVER_DEFAULT_AT_LEAST = 3;
const OF_BARE_AT_LEAST = 0.85;

export interface SignInMeasurement {
  table: Table;
  ours: LaneResult;
}

/** The bare rate is measured in the same rounds as the services, right after them. */
export async function measureSignIns(
  subjects: SignInSubjects,
  rounds: number,
  seconds: number,
): Promise<SignInMeasurement> {
  process.stderr.write("measuring sign-ins …\n");
  const lane = (subject: Subject) => ({ name: subject.name, url: subject.url, requests: signInsOf(subject) });
  const bare: LaneResult = { perSecond: [], p99: [] };
  const lanes = [
    lane(subjects.ours),
    lane(subjects.node),
    lane(subjects.next),
    lane(subjects.nodeArgon2id),
    lane(subjects.nextArgon2id),
  ] as const;
  const [ours, node, next, nodeArgon2id, nextArgon2id] = await measureLanes(lanes, rounds, seconds, async () => {
    bare.perSecond.push(await bareRate(seconds));
  });
  return {
    ours,
    table: {
      title: `Sign-ins per second over 16 connections, median of ${rounds} rounds of ${seconds} s, and their p99`,
      columns: COMPARED,
      rows: [
        rateRow("better-auth in bare Node, its scrypt", ours, node, OVER_DEFAULT_AT_LEAST),
        rateRow("better-auth in Next, its scrypt", ours, next, null),
        rateRow("better-auth in bare Node, our Argon2id", ours, nodeArgon2id, null),
        rateRow("better-auth in Next, our Argon2id", ours, nextArgon2id, null),
        rateRow("the machine's bare Argon2id verifications", ours, bare, OF_BARE_AT_LEAST),
      ],
    },
  };
}

async function bareRate(seconds: number): Promise<number> {
  const args = ["dist/bench/auth/bare-argon2.js", String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}
