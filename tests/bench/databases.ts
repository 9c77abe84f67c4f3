import { parseArgs } from "node:util";
import { OperatorError } from "@/lib/core/operator-error";
import { type BranchMeasurement, measureBranching } from "./branching";
import { withCleanUp } from "./clean-up";
import { measureCreation } from "./creation";
import { fileSystemOf, machineFacts } from "./machine";
import { COMPARED, comparisonRow, goal, printReport, type Table, times, writeReport } from "./report";
import { type BenchService, startService, temporaryFolder } from "./service";
import { median } from "./statistics";
import { addVolume } from "./volume";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const CREATIONS = quick ? 5 : 25;
/** By then the kernel writes back the data that the first rounds have left, as it does on a server in use. */
const MORE_ROUNDS = quick ? 5 : 30;
const CLONES = quick ? 3 : 11;
/** A run takes seconds if blocks are copied. */
const COPIES = quick ? 3 : 7;
const MEGABYTES = quick ? [10, 100] : [10, 100, 1_000];

const CREATE_AT_MOST = 1.5;
const BRANCH_AT_MOST = 1.3;
const GROWTH_AT_MOST = 1.5;

const facts = machineFacts();
const report = { heading: "Databases", command: "npm run bench -- databases", facts, tables: await measure() };
printReport(report);
if (!quick) writeReport(report);

async function measure(): Promise<Table[]> {
  const plain = await withCleanUp(async (cleanUp) => {
    const service = await startService(cleanUp, await temporaryFolder(cleanUp));
    facts.PostgreSQL = service.postgresVersion;
    facts["File system"] = `${fileSystemOf(service.dataDirectory)} (plain data folder)`;
    return [await creationTable(service), await branchingTable(service, COPIES)];
  });
  return [...plain, await onVolume()];
}

async function onVolume(): Promise<Table> {
  try {
    return await withCleanUp(async (cleanUp) => {
      const folder = await temporaryFolder(cleanUp);
      await addVolume(cleanUp, folder);
      const service = await startService(cleanUp, folder);
      return await branchingTable(service, CLONES);
    });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { title: "Branches where blocks are shared", columns: ["Not measured"], rows: [[error.message]] };
  }
}

async function creationTable(service: BenchService): Promise<Table> {
  note(`${CREATIONS} databases, twice`);
  const early = await measureCreation(service, { runs: CREATIONS, warmUpRounds: 5 });
  const late = await measureCreation(service, { runs: CREATIONS, warmUpRounds: MORE_ROUNDS });
  return {
    title: "Create a database, from POST to `ready`",
    columns: COMPARED,
    rows: [
      comparisonRow(`create, soon after the start (${CREATIONS} runs each)`, early, CREATE_AT_MOST),
      comparisonRow(`create, ${MORE_ROUNDS} rounds later (${CREATIONS} runs each)`, late, CREATE_AT_MOST),
    ],
  };
}

/** Only where blocks are shared is there a goal: elsewhere the disk decides. */
async function branchingTable(service: BenchService, runs: number): Promise<Table> {
  const kind = service.sharesBlocks ? "shared" : "copied";
  const measured: BranchMeasurement[] = [];
  for (const megabytes of MEGABYTES) {
    note(`branches of ${megabytes} MB, blocks ${kind}`);
    // A service that has just started has not compiled its code yet.
    const warmUpRounds = measured.length === 0 ? 5 : 1;
    measured.push(await measureBranching(service, { megabytes, runs, warmUpRounds }));
  }
  const limit = service.sharesBlocks ? BRANCH_AT_MOST : null;
  const rows = measured.map((one) =>
    comparisonRow(`branch of ${Math.round(one.bytes / 2 ** 20)} MB (${runs} runs each)`, one, limit),
  );
  const growth = growthRow(measured, service.sharesBlocks ? GROWTH_AT_MOST : null);
  return {
    title: `Branch a database on ${fileSystemOf(service.dataDirectory)}, blocks ${kind}`,
    columns: COMPARED,
    rows: growth ? [...rows, growth] : rows,
  };
}

/** The cost of a hundred times the data. */
function growthRow(measured: readonly BranchMeasurement[], limit: number | null): string[] | null {
  const [small, , large] = measured;
  if (!small || !large) return null;
  const ours = median(large.ours) / median(small.ours);
  const bare = median(large.bare) / median(small.bare);
  const what = `${MEGABYTES[2]} MB over ${MEGABYTES[0]} MB`;
  return [what, times(ours), times(bare), times(ours), ...goal(ours, limit, "≤")];
}

function note(text: string): void {
  process.stderr.write(`measuring ${text} …\n`);
}
