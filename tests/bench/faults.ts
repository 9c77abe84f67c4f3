import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { createRuntime } from "@/lib/runtime";
import { findEmbeddedPostgres } from "@/lib/server/embedded-postgres/find-running";
import { asSuperuser } from "@/tests/support/databases";
import { type CleanUp, withCleanUp } from "./clean-up";
import { FaultApi } from "./faults/api";
import { untilNoRows } from "./faults/control";
import { checkInvariants, clusterOf, type Invariant, invariantsTable } from "./faults/invariants";
import { KINDS, type Kind } from "./faults/kinds";
import { type Entry, Ledger } from "./faults/ledger";
import { SeededRandom } from "./faults/random";
import { type Round, roundsTable, runRound } from "./faults/rounds";
import { KillableService } from "./faults/service";
import { Traffic } from "./faults/traffic";
import { Writers } from "./faults/writers";
import { fileSystemOf, machineFacts } from "./machine";
import { printReport, writeReport } from "./report";
import { insertKeys } from "./rows";
import { temporaryFolder } from "./service";

const { quick, seed: chosenSeed } = parseArgs({
  options: { quick: { type: "boolean", default: false }, seed: { type: "string" } },
}).values;
const ROUNDS = quick ? 6 : 40;
const KEYS = 400;
/** Small enough that a campaign meets them: refusals then are amid the faults. */
const DATABASE_BYTES = 256 * 1024 ** 2;
const KEPT_BYTES = 512 * 1024 ** 2;

const seed = Number(chosenSeed ?? randomInt(2 ** 31));
const random = new SeededRandom(seed);
const facts: Record<string, string> = { ...machineFacts(), Seed: String(seed) };
process.stderr.write(`seed ${seed}\n`);
const { rounds, invariants } = await withCleanUp(campaign);
const tables = [roundsTable(rounds), invariantsTable(invariants)];
const report = { heading: "Faults", command: "npm run bench -- faults", facts, tables };
printReport(report);
if (!quick) writeReport(report);
for (const { name, violations } of invariants) {
  if (violations.length > 0) process.stderr.write(`\n${name}:\n  ${violations.slice(0, 20).join("\n  ")}\n`);
}
process.exit(invariants.some(({ violations }) => violations.length > 0) ? 1 : 0);

async function campaign(cleanUp: CleanUp): Promise<{ rounds: Round[]; invariants: Invariant[] }> {
  const service = await KillableService.start(cleanUp, await temporaryFolder(cleanUp));
  const found = await findEmbeddedPostgres(service.dataFolder);
  if (!found) throw new Error(`There are no clusters in ${service.dataFolder}.`);
  const control = new pg.Pool({ connectionString: found.controlUrl, max: 6, connectionTimeoutMillis: 5_000 });
  control.on("error", () => undefined);
  cleanUp.add(() => control.end());
  const member = await prepareOrganisation(control);
  const runtime = createRuntime(
    readEnvironment({
      ...{ COPPICE_ENV: "development", DATABASE_URL: found.controlUrl, LOG_LEVEL: "silent" },
      COPPICE_SECRET_KEYS_FILE: found.secretKeysFile,
    }),
  );
  cleanUp.add(() => runtime.close());
  const hostDirectory = service.workingFolderOf("host postmaster");
  const superuser = <T>(work: (client: pg.Client) => Promise<T>) =>
    asSuperuser(clusterOf(hostDirectory, found.provisionerUrl), "postgres", work);
  facts.PostgreSQL = await superuser(async (client) =>
    String((await client.query("SHOW server_version")).rows[0].server_version),
  );
  facts["File system"] = fileSystemOf(hostDirectory);

  const api = new FaultApi(service.baseUrl, await insertKeys(control, member.organisationId, KEYS));
  const ledger = new Ledger();
  const reveal = (entry: Entry) => revealString(api, entry);
  const writers = new Writers(ledger, reveal);
  const traffic = new Traffic({
    ...{ api, ledger, writers, random },
    ctx: () =>
      runtime.context({
        actor: { kind: "member", id: member.id, organisationId: member.organisationId, role: "owner" },
        requestId: createId("request", runtime.random),
      }),
    untilIdle: async ({ id }) => {
      await untilNoRows(control, "SELECT FROM operation WHERE database_id = $1 AND status = 'running'", [id]);
    },
  });
  const probe = await makeProbe(traffic, reveal);
  traffic.start();
  const rounds: Round[] = [];
  for (const kind of chooseKinds()) {
    await delay(random.between(500, 4_000));
    const round = await runRound(kind, {
      service,
      control,
      probe,
      asSuperuser: superuser,
      create: () => traffic.create(),
    });
    rounds.push(round);
    const figures = `answers after ${Math.round(round.answersAfter)} ms, at work after ${Math.round(round.atWorkAfter)} ms`;
    process.stderr.write(`round ${rounds.length} of ${ROUNDS}: ${kind.name}: ${figures}\n`);
  }
  await traffic.stop();
  await writers.stop();
  process.stderr.write("comparing the ledgers …\n");
  const cluster = clusterOf(hostDirectory, found.provisionerUrl);
  const invariants = await superuser((client) =>
    checkInvariants({ api, ledger, control, runtime, cluster, superuser: client }),
  );
  Object.assign(facts, {
    Acknowledged: traffic.counts.acknowledged(),
    Refused: traffic.counts.refused(),
    "Sessions of writers begun anew": String(writers.reconnects),
    "Starts refused while a killed one still held the port or the folder": String(service.refusedStarts),
  });
  const failures = traffic.counts.of("internal_error");
  return { rounds, invariants: [...invariants, failuresWithoutReason(failures)] };
}

/** Each kind as often as the others, in random order. */
function chooseKinds(): Kind[] {
  const kinds: Kind[] = [];
  while (kinds.length < ROUNDS) kinds.push(...random.shuffled(KINDS));
  return kinds.slice(0, ROUNDS);
}

async function prepareOrganisation(control: pg.Pool): Promise<{ id: string; organisationId: string }> {
  await control.query("UPDATE organisation SET plan = 'team', database_bytes = $1, kept_bytes = $2", [
    DATABASE_BYTES,
    KEPT_BYTES,
  ]);
  const { rows } = await control.query<{ id: string; organisationId: string }>(
    `SELECT id, organisation_id AS "organisationId" FROM member`,
  );
  const [member] = rows;
  if (!member) throw new Error("The first run has made no member.");
  return member;
}

/** A database that everything is done to but deletion: the target of the rounds' sign-ins. */
async function makeProbe(traffic: Traffic, reveal: (entry: Entry) => Promise<string | null>): Promise<Entry> {
  const entry = await traffic.create();
  if (!entry) throw new Error("The first database could not be made.");
  while ((await reveal(entry)) === null) await delay(50);
  // Nobody works at it besides, so its string stays.
  entry.users = 1;
  return entry;
}

/** Notes the string unless a rotate came in between. */
async function revealString(api: FaultApi, entry: Entry): Promise<string | null> {
  const { rotates } = entry;
  const answer = await api.call("GET", `/api/v1/databases/${entry.id}/connection-string`);
  if (answer.status !== 200) return null;
  const { connectionString } = answer.body as { connectionString: string };
  if (rotates === entry.rotates && !entry.isStringUncertain) entry.connectionString = connectionString;
  return connectionString;
}

function failuresWithoutReason(count: number): Invariant {
  return {
    name: "answers 500 internal_error in place of a refusal with a reason",
    checked: null,
    violations: Array.from({ length: count }, () => "internal_error"),
  };
}
