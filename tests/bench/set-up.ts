import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CleanUp, withCleanUp } from "./clean-up";
import { fileSystemOf, machineFacts } from "./machine";
import { printReport, type Table, writeReport } from "./report";
import { temporaryFolder } from "./service";
import { clone, diskBytes, packageCount, type SetUp, setUp } from "./set-up/checkout";
import { helpSeconds, secondStart } from "./set-up/starts";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const MEGABYTE = 1_000_000;
const GIBIBYTE = 2 ** 30;

const facts = machineFacts();
facts["npm cache"] = "warm: a set-up of another clone has just read every package from it";
facts["Machine's Node"] = execFileSync("node", ["--version"], { encoding: "utf8" }).trim();
const report = {
  heading: "Set-up",
  command: "npm run bench -- set-up",
  facts,
  tables: await withCleanUp(measure),
};
printReport(report);
if (!quick) writeReport(report);

async function measure(cleanUp: CleanUp): Promise<Table[]> {
  const folder = await temporaryFolder(cleanUp);
  facts["File system"] = fileSystemOf(folder);
  // Warms npm's cache, with any content.
  if (!quick) await setUp(clone(await temporaryFolder(cleanUp)), "cli");
  const checkout = clone(folder);
  const made = await setUp(checkout);
  const sizes = sizeRows(checkout);
  const started = await secondStart(cleanUp, checkout, folder);
  const help = helpSeconds(checkout, quick ? 3 : 9);
  const memory = started.idle.reduce((sum, { pssMib }) => sum + pssMib, 0);
  const processor = started.idle.reduce((sum, { processorPercent }) => sum + processorPercent, 0);
  return [
    { title: "The set-up of a fresh clone", columns: ["Step", "Seconds", "Goal", "Met"], rows: stepRows(made) },
    {
      title: "What it takes and leaves",
      columns: ["What", "Figure", "Goal", "Met"],
      rows: [...costRows(made), ...sizes],
    },
    {
      title: "Starts, and a service at rest: 60 s after a second start, over 60 s",
      columns: ["What", "Figure", "Goal", "Met"],
      rows: [
        row("second `npm start`", started.seconds, 5, "s", 1),
        row("`coppice --help`", help, 0.4, "s", 2),
        row("memory of all processes, proportional set size", memory, 400, "MiB", 0),
        ...started.idle
          .filter(({ name }) => !name.includes("postgres"))
          .map(({ name, pssMib }) => [`of it ${name}`, `${pssMib.toFixed(0)} MiB`, "none", "–"]),
        row("processor of all processes", processor, 1, "% of a core", 2),
        ["processes", String(started.idle.length), "none", "–"],
      ],
    },
  ];
}

function stepRows({ seconds, steps }: SetUp): string[][] {
  const goals = new Map([
    ["Packages", 45],
    ["Pages", 45],
  ]);
  const rows = [...steps].map(([name, taken]) => {
    const goal = goals.get(name);
    return goal === undefined ? [name, taken.toFixed(1), "none", "–"] : row(name, taken, goal, "s", 1);
  });
  return [...rows, row("all", seconds, 100, "s", 1)];
}

function costRows({ processorSeconds, peakBytes }: SetUp): string[][] {
  return [
    row("processor seconds, system included", processorSeconds, 130, "s", 0),
    row("peak memory, all processes", peakBytes / GIBIBYTE, 1.5, "GiB", 2),
  ];
}

function sizeRows(checkout: string): string[][] {
  return [
    row("packages", packageCount(checkout), 650, "", 0),
    row("node_modules", diskBytes(join(checkout, "node_modules")) / GIBIBYTE, 1.1, "GiB", 2),
    row(".next", diskBytes(join(checkout, ".next")) / MEGABYTE, 200, "MB", 0),
  ];
}

/** A figure that shall be at most its goal. */
function row(what: string, value: number, most: number, unit: string, digits: number): string[] {
  return [what, `${value.toFixed(digits)} ${unit}`.trim(), `≤ ${most} ${unit}`.trim(), value <= most ? "yes" : "no"];
}
