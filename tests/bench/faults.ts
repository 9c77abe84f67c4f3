import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type CleanUp, withCleanUp } from "./clean-up";
import { checkInvariants, type Invariant, invariantsTable } from "./faults/invariants";
import { KINDS, type Kind } from "./faults/kinds";
import { SeededRandom } from "./faults/random";
import { type Round, roundsTable, runRound } from "./faults/rounds";
import { KillableService } from "./faults/service";
import { makeLasting, openStage, openTraffic } from "./faults/stage";
import { fileSystemOf, machineFacts } from "./machine";
import { printReport, writeReport } from "./report";
import { temporaryFolder } from "./service";

const { quick, seed: chosenSeed } = parseArgs({
  options: { quick: { type: "boolean", default: false }, seed: { type: "string" } },
}).values;
const ROUNDS = quick ? 6 : 40;
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
  const stage = await openStage(cleanUp, service);
  const { control, superuser, runtime } = stage;
  await control.query("UPDATE organisation SET plan = 'team', database_bytes = $1, kept_bytes = $2", [
    ...[DATABASE_BYTES, KEPT_BYTES],
  ]);
  facts.PostgreSQL = await superuser(async (client) =>
    String((await client.query("SHOW server_version")).rows[0].server_version),
  );
  facts["File system"] = fileSystemOf(stage.hostDirectory);
  const hosting = await openTraffic(stage, random);
  const { api, ledger, traffic, writers } = hosting;
  const probe = await makeLasting(hosting);
  traffic.start();
  const rounds: Round[] = [];
  for (const kind of chooseKinds()) {
    await delay(random.between(500, 4_000));
    const round = await runRound(kind, {
      ...{ service, control, probe, asSuperuser: superuser },
      create: () => traffic.create(),
    });
    rounds.push(round);
    const figures = `answers after ${Math.round(round.answersAfter)} ms, at work after ${Math.round(round.atWorkAfter)} ms`;
    process.stderr.write(`round ${rounds.length} of ${ROUNDS}: ${kind.name}: ${figures}\n`);
  }
  await traffic.stop();
  await writers.stop();
  process.stderr.write("comparing the ledgers …\n");
  const invariants = await superuser((client) =>
    checkInvariants({ api, ledger, control, runtime, cluster: stage.cluster(), superuser: client }),
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

function failuresWithoutReason(count: number): Invariant {
  return {
    name: "answers 500 internal_error in place of a refusal with a reason",
    checked: null,
    violations: Array.from({ length: count }, () => "internal_error"),
  };
}
