import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { withCleanUp } from "./clean-up";
import { invariantsTable } from "./faults/invariants";
import { COMPONENTS } from "./faults/kinds";
import { SeededRandom } from "./faults/random";
import { fileSystemOf, machineFacts } from "./machine";
import { milliseconds, printReport, type Table, writeReport } from "./report";
import { temporaryFolder } from "./service";
import { memoryTable } from "./soak/memory";
import { Soak, type SoakRound } from "./soak/soak";
import { median } from "./statistics";

const {
  quick,
  seed: chosenSeed,
  minutes,
} = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    seed: { type: "string" },
    minutes: { type: "string" },
  },
}).values;
const MINUTES = Number(minutes ?? (quick ? 3 : 60));
/** A run of an hour has one kill a minute, and a shorter one as many as it can. */
const BETWEEN_KILLS_MILLISECONDS = MINUTES >= 60 ? 60_000 : 20_000;
const KILLS_BETWEEN_RESTS = COMPONENTS.length;

const seed = Number(chosenSeed ?? randomInt(2 ** 31));
const random = new SeededRandom(seed);
const facts: Record<string, string> = { ...machineFacts(), Seed: String(seed) };
process.stderr.write(`seed ${seed}\n`);
const { rounds, rests, invariants } = await withCleanUp(async (cleanUp) => {
  const soak = await Soak.begin(cleanUp, await temporaryFolder(cleanUp), { seed });
  facts["File system"] = fileSystemOf(soak.stage.hostDirectory);
  await killInTurn(soak);
  facts.Duration = `${Math.round(soak.seconds / 60)} minutes`;
  process.stderr.write("comparing the ledgers …\n");
  const held = await soak.end();
  Object.assign(facts, soak.facts);
  return { rounds: soak.rounds, rests: soak.rests, invariants: held };
});
const tables = [roundsTable(rounds), memoryTable(rests), invariantsTable(invariants)];
const report = { heading: "Soak", command: "npm run bench -- soak", facts, tables };
printReport(report);
if (!quick) writeReport(report);
for (const { name, violations } of invariants) {
  if (violations.length > 0) process.stderr.write(`\n${name}:\n  ${violations.slice(0, 20).join("\n  ")}\n`);
}
process.exit(invariants.some(({ violations }) => violations.length > 0) ? 1 : 0);

/** Each component is killed as often as the others, in random order. */
async function killInTurn(soak: Soak): Promise<void> {
  const end = soak.seconds + MINUTES * 60;
  let left = random.shuffled(COMPONENTS);
  await soak.rest();
  while (soak.seconds < end) {
    const [kind, ...others] = left;
    if (!kind) break;
    left = others.length > 0 ? others : random.shuffled(COMPONENTS);
    const startedAt = performance.now();
    const { atWorkAfter } = await soak.kill(kind);
    process.stderr.write(
      `${Math.round(soak.seconds)} s: ${kind.name}, all at work after ${Math.round(atWorkAfter)} ms\n`,
    );
    if (soak.rounds.length % KILLS_BETWEEN_RESTS === 0) await soak.rest();
    await delay(Math.max(0, startedAt + random.between(0.5, 1.5) * BETWEEN_KILLS_MILLISECONDS - performance.now()));
  }
  await soak.rest();
}

function roundsTable(rounds: readonly SoakRound[]): Table {
  const measured = COMPONENTS.map(({ name }) => ({
    name,
    times: rounds.filter(({ kind }) => kind.name === name).map(({ atWorkAfter }) => atWorkAfter),
  }));
  return {
    title: "Killed by SIGKILL amid the traffic: milliseconds until every client has had an answer",
    columns: ["Killed", "Times", "Median", "Worst"],
    rows: measured
      .filter(({ times }) => times.length > 0)
      .map(({ name, times }) => [name, String(times.length), ...[median(times), Math.max(...times)].map(milliseconds)]),
  };
}
