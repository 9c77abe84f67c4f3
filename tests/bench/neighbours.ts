import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ApiCaller } from "./api";
import { withCleanUp } from "./clean-up";
import { fileSystemOf, machineFacts } from "./machine";
import { ATTACKS, type Attack } from "./neighbours/attacks";
import { Customer } from "./neighbours/customer";
import { type Figures, measureNeighbour } from "./neighbours/neighbour";
import { goal, milliseconds, printReport, type Table, times, writeReport } from "./report";
import { type BenchService, startService, temporaryFolder } from "./service";
import { quantile, timed } from "./statistics";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const SECONDS = quick ? 3 : 12;
const PROMISED_SECONDS = 15;
const P99_AT_MOST = 2;
/** The size that an attacker's database may reach: enough to feel it, and to reach it within seconds. */
const DATABASE_BYTES = 1024 ** 3;
const KEYS = 2_000;

const facts = machineFacts();
const report = { heading: "Neighbours", command: "npm run bench -- neighbours", facts, tables: await measure() };
printReport(report);
if (!quick) writeReport(report);

interface Outcome {
  attack: Attack;
  before: Figures;
  during: Figures;
  /** Until the attacker had no session at work any more; `null` when it still had. */
  endedAfterSeconds: number | null;
  creationMilliseconds: number | null;
  othersEnded: number;
}

async function measure(): Promise<Table[]> {
  return withCleanUp(async (cleanUp) => {
    const service = await startService(cleanUp, await temporaryFolder(cleanUp));
    facts.PostgreSQL = service.postgresVersion;
    facts["File system"] = fileSystemOf(service.dataDirectory);
    await service.control.query("UPDATE organisation SET database_bytes = $1", [DATABASE_BYTES]);
    const api = await ApiCaller.withKeys(service, KEYS);
    const neighbour = await Customer.make(api, service.control, "neighbour");
    const outcomes: Outcome[] = [];
    for (const attack of ATTACKS) {
      process.stderr.write(`measuring: ${attack.name} …\n`);
      outcomes.push(await measureAttack(service, api, neighbour, attack));
    }
    return [neighbourTable(outcomes), offenderTable(outcomes)];
  });
}

async function measureAttack(
  service: BenchService,
  api: ApiCaller,
  neighbour: Customer,
  attack: Attack,
): Promise<Outcome> {
  const attacker = await Customer.make(api, service.control, `attacker-${ATTACKS.indexOf(attack)}`);
  await limit(service, attacker.id);
  const before = await measureNeighbour(neighbour, delay(SECONDS * 1_000));
  const eventsBefore = await countOthersEvents(service, attacker.id);
  const startedAt = performance.now();
  const beginning = attack.begin(attacker);
  const [during, creationMilliseconds, endedAt] = await Promise.all([
    measureNeighbour(neighbour, delay(SECONDS * 1_000)),
    beginning.then(() => makeAndDelete(service, api)),
    beginning.then(() => untilEnded(service, attacker.id, startedAt)),
  ]);
  await attacker.leave();
  return {
    ...{ attack, before, during, creationMilliseconds },
    endedAfterSeconds: endedAt === null ? null : (endedAt - startedAt) / 1_000,
    othersEnded: (await countOthersEvents(service, attacker.id)) - eventsBefore,
  };
}

/** Writes the rows that the worker would write within a minute. */
async function limit({ superuser, organisationId }: BenchService, id: string): Promise<void> {
  await superuser.query(
    "INSERT INTO host_guard.database_limit VALUES ($1, $2, $3) ON CONFLICT (database_id) DO NOTHING",
    [id, organisationId, DATABASE_BYTES],
  );
}

/** Resolves to the moment when the attacker, who has been seen at work, is at work no more; `null` after 30 s. */
async function untilEnded(service: BenchService, id: string, startedAt: number): Promise<number | null> {
  let wasSeen = false;
  while (performance.now() - startedAt < 2 * PROMISED_SECONDS * 1_000) {
    const isAtWork = await isActive(service, id);
    if (wasSeen && !isAtWork) return performance.now();
    wasSeen ||= isAtWork;
    await delay(50);
  }
  return null;
}

async function isActive({ superuser }: BenchService, id: string): Promise<boolean> {
  // The functions behind the view are there when the lock table is full.
  const { rowCount } = await superuser.query(
    `SELECT FROM pg_stat_get_activity(NULL) WHERE state <> 'idle'
       AND datid = (SELECT oid FROM pg_database WHERE datname = $1)`,
    [id],
  );
  return rowCount !== 0;
}

async function makeAndDelete({ control }: BenchService, api: ApiCaller): Promise<number | null> {
  const work = async () => {
    const made = await Customer.make(api, control, "in-between");
    await api.call("DELETE", `/api/v1/databases/${made.id}`);
  };
  return timed(work).catch(() => null);
}

async function countOthersEvents({ superuser }: BenchService, id: string): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM host_guard.event WHERE act = 'ended_session' AND database_id <> $1",
    [id],
  );
  return rows[0]?.count ?? 0;
}

function neighbourTable(outcomes: readonly Outcome[]): Table {
  return {
    title: `What a neighbour feels, ${SECONDS} s before and ${SECONDS} s from the beginning of each attack`,
    columns: [
      "Attack",
      "SELECT 1 before",
      "SELECT 1 during",
      "Ratio of p99",
      "Goal",
      "Met",
      "Sign-in before",
      "Sign-in during",
      "Refused",
    ],
    rows: outcomes.map(({ attack, before, during }) => {
      const ratio = quantile(during.queries, 0.99) / quantile(before.queries, 0.99);
      const refused = `${during.refusedQueries} queries, ${during.refusedLogins} of ${during.logins.length + during.refusedLogins} sign-ins`;
      return [
        ...[
          attack.name,
          spread(before.queries),
          spread(during.queries),
          times(ratio),
          ...goal(ratio, P99_AT_MOST, "≤"),
        ],
        ...[spread(before.logins), spread(during.logins), refused],
      ];
    }),
  };
}

function offenderTable(outcomes: readonly Outcome[]): Table {
  return {
    title: "What becomes of the offender, and of others",
    columns: [
      "Attack",
      "Ended after",
      "Goal",
      "Met",
      "Another database made and deleted in",
      "Other customers' sessions ended",
    ],
    rows: outcomes.map(({ attack, endedAfterSeconds, creationMilliseconds, othersEnded }) => [
      attack.name,
      attack.isEnded ? (endedAfterSeconds === null ? "not ended" : `${endedAfterSeconds.toFixed(1)} s`) : "goes on",
      attack.isEnded ? `≤ ${PROMISED_SECONDS} s` : "none",
      attack.isEnded ? (endedAfterSeconds !== null && endedAfterSeconds <= PROMISED_SECONDS ? "yes" : "no") : "–",
      creationMilliseconds === null ? "refused" : milliseconds(creationMilliseconds),
      String(othersEnded),
    ]),
  };
}

function spread(values: readonly number[]): string {
  if (values.length === 0) return "none";
  return `p50 ${milliseconds(quantile(values, 0.5))}, p99 ${milliseconds(quantile(values, 0.99))}`;
}
