import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { findEmbeddedPostgres } from "@/lib/server/embedded-postgres/find-running";
import { type CleanUp, withCleanUp } from "./clean-up";
import { measureCreation } from "./creation";
import type { Stage } from "./faults/stage";
import { fillUp, openService } from "./hosts/crowd";
import { fileSystemOf, machineFacts } from "./machine";
import { proportionalSetSize, treeOf } from "./memory";
import { COMPARED, comparisonRow, goal, printReport, type Table, times, writeReport } from "./report";
import { temporaryFolder } from "./service";
import { type Comparison, median } from "./statistics";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const CROWDS = quick ? [10, 50] : [10, 1_000, 5_000];
const RUNS = quick ? 5 : 25;
const REST_MILLISECONDS = 60_000;
const MEGABYTE = 1_000_000;

const CREATE_AT_MOST = 1.5;
const START_SECONDS = 10;
const DISK_MEGABYTES = 8;
const MEMORY_MEGABYTES = 0.3;

/** A service with so many databases. */
interface Crowd {
  databases: number;
  creation: Comparison;
  startSeconds: number;
  /** The memory of all processes, a minute after the start. */
  memoryBytes: number;
  diskBytes: number;
}

const facts = machineFacts();
const crowds = await withCleanUp(measure);
const tables = [creationTable(crowds), startTable(crowds), costTable(crowds)];
const report = { heading: "Hosts", command: "npm run bench -- hosts", facts, tables };
printReport(report);
if (!quick) writeReport(report);

async function measure(cleanUp: CleanUp): Promise<Crowd[]> {
  const folder = await temporaryFolder(cleanUp);
  const measured: Crowd[] = [];
  let { stage } = await openService(cleanUp, folder);
  facts["File system"] = fileSystemOf(stage.hostDirectory);
  for (const databases of CROWDS) {
    process.stderr.write(`creating ${databases} databases …\n`);
    await fillUp(stage, databases);
    process.stderr.write(`measuring beside ${databases} databases …\n`);
    await stage.service.stop();
    const again = await openService(cleanUp, folder);
    stage = again.stage;
    // Meanwhile, the disk writes the databases that were just created: their cost is not that of the next one.
    await delay(REST_MILLISECONDS);
    const sizes = sizesOf(stage);
    measured.push({ databases, startSeconds: again.seconds, ...sizes, creation: await measureBeside(stage) });
  }
  return measured;
}

async function measureBeside({ service, control, organisationId }: Stage): Promise<Comparison> {
  const found = await findEmbeddedPostgres(service.dataFolder);
  if (!found) throw new Error("The clusters don't run.");
  const { provisionerUrl } = found;
  const called = { baseUrl: service.baseUrl, control, organisationId, provisionerUrl };
  return measureCreation(called, { runs: RUNS, warmUpRounds: 5 });
}

function sizesOf({ service }: Stage): Pick<Crowd, "memoryBytes" | "diskBytes"> {
  const memoryBytes = treeOf(service.supervisorPid).reduce((sum, { pid }) => sum + proportionalSetSize(pid), 0);
  const du = execFileSync("du", ["--summarize", "--block-size=1", service.dataFolder], { encoding: "utf8" });
  return { memoryBytes, diskBytes: Number.parseInt(du, 10) };
}

function creationTable(all: readonly Crowd[]): Table {
  const first = median(all[0]?.creation.ours ?? []);
  const rows = all.map(({ databases, creation }) => {
    const cells = comparisonRow(`beside ${databases} databases (${RUNS} runs each)`, creation, null).slice(0, 4);
    const growth = median(creation.ours) / first;
    return [...cells, times(growth), ...goal(growth, CREATE_AT_MOST, "≤")];
  });
  const columns = [...COMPARED.slice(0, 4), `Over beside ${all[0]?.databases}`, ...COMPARED.slice(4)];
  return { title: "Create a database, from POST to `ready`", columns, rows };
}

function startTable(all: readonly Crowd[]): Table {
  const rows = all.map(({ databases, startSeconds }) => [
    `with ${databases} databases`,
    `${startSeconds.toFixed(1)} s`,
    `≤ ${START_SECONDS} s`,
    startSeconds <= START_SECONDS ? "yes" : "no",
  ]);
  return { title: "Start the service", columns: ["What", "Seconds", "Goal", "Met"], rows };
}

/** Compares each service with the smallest. */
function costTable([few, ...more]: readonly Crowd[]): Table {
  const rows = more.flatMap((crowd) => {
    const added = crowd.databases - (few?.databases ?? 0);
    const memory = (crowd.memoryBytes - (few?.memoryBytes ?? 0)) / added / MEGABYTE;
    const disk = (crowd.diskBytes - (few?.diskBytes ?? 0)) / added / MEGABYTE;
    return [
      costRow(`memory at rest, ${crowd.databases} databases`, memory, MEMORY_MEGABYTES, crowd.memoryBytes),
      costRow(`disk, ${crowd.databases} databases`, disk, DISK_MEGABYTES, crowd.diskBytes),
    ];
  });
  return { title: "The cost of a database", columns: ["What", "Each", "Of all", "Goal", "Met"], rows };
}

function costRow(what: string, megabytes: number, most: number, all: number): string[] {
  const total = `${Math.round(all / MEGABYTE)} MB`;
  return [what, `${megabytes.toFixed(2)} MB`, total, `≤ ${most} MB`, megabytes <= most ? "yes" : "no"];
}
