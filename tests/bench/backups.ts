import { parseArgs } from "node:util";
import { measureArchiving } from "./backups/archiving";
import { measureHeld } from "./backups/held";
import { type Installation, openInstallation } from "./backups/installation";
import { type CleanUp, withCleanUp } from "./clean-up";
import { fileSystemOf, machineFacts } from "./machine";
import { COMPARED, comparisonRow, goal, milliseconds, printReport, type Table, times, writeReport } from "./report";
import { temporaryFolder } from "./service";
import { alternate, median, quantile, timed } from "./statistics";
import { addVolume } from "./volume";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const MEGABYTES = quick ? 100 : 1_000;
const RUNS = quick ? 1 : 3;
const LOADS = quick ? 1 : 5;
const LOAD_SECONDS = quick ? 5 : 10;

const BACKUP_AT_MOST = 2;
const RECOVERY_AT_MOST = 3;
const LAG_AT_MOST_MS = 5_000;
const RATE_AT_LEAST = 0.9;
const SECOND_AT_MOST = 0.05;
const PROOF_AT_MOST_MS = 60_000;
const HELD_AT_MOST_MS = 1_000;

const facts = machineFacts();
const report = { heading: "Backups", command: "npm run bench -- backups", facts, tables: await measure() };
printReport(report);
if (!quick) writeReport(report);

function measure(): Promise<Table[]> {
  return withCleanUp(async (cleanUp) => {
    const folder = await temporaryFolder(cleanUp);
    facts["File system"] = fileSystemOf(folder);
    const installation = await openInstallation(cleanUp, folder);
    await fill(installation);
    const backups = await backupTable(installation);
    const second = await secondRow(installation);
    const archiving = await archivingRows(installation);
    const recovery = await recoveryRows(installation);
    const held = await heldRow(cleanUp);
    return [
      { title: `Backups of ${MEGABYTES} MB, over cp of the same files, flushed`, columns: COMPARED, rows: backups },
      {
        title: "Recovery of it and the writes since, over cp of the same files",
        columns: COMPARED,
        rows: recovery.over,
      },
      {
        title: "Other goals",
        columns: ["What", "Value", "Goal", "Met"],
        rows: [second, ...archiving, ...recovery.rest, held],
      },
    ];
  });
}

/** Text that compresses to a half, as rows of customers do. */
async function fill({ client }: Installation): Promise<void> {
  note(`writing ${MEGABYTES} MB`);
  await client.query("CREATE TABLE entry (n bigint PRIMARY KEY, payload text STORAGE EXTERNAL)");
  for (let megabytes = 0; megabytes < MEGABYTES; megabytes += 50) {
    await client.query(
      `INSERT INTO entry SELECT n, (SELECT string_agg(md5(n::text || part), '') FROM generate_series(1, 30) part)
       FROM generate_series($1::bigint, $2) n`,
      [megabytes * 1_000 + 1, (megabytes + 50) * 1_000],
    );
  }
  await client.query("VACUUM (FREEZE, ANALYZE) entry");
}

async function backupTable(installation: Installation): Promise<string[][]> {
  note("base backups");
  const first = async () => {
    await installation.forgetBackups();
    return timed(() => installation.backUp());
  };
  const sides = { ours: first, bare: () => installation.copyAll() };
  return [comparisonRow(`first base backup (${RUNS} runs each)`, await alternate(RUNS, sides), BACKUP_AT_MOST)];
}

/** An update leaves a mark on the page of the old row and puts the new one on another, so it is half of the change. */
async function secondRow(installation: Installation): Promise<string[]> {
  note("a base backup after a change of 1 %");
  const before = await installation.bytesBelow("base/");
  await installation.client.query(
    "UPDATE entry SET payload = reverse(payload) WHERE (ctid::text::point)[0]::bigint % 200 = 0",
  );
  const took = await timed(() => installation.backUp());
  const share = (await installation.bytesBelow("base/")) / before - 1;
  const met = share <= SECOND_AT_MOST ? "yes" : "no";
  const what = "bytes of a base backup after a change of 1 % of the pages, over those of the one before";
  return [what, `${(share * 100).toFixed(1)} %, in ${milliseconds(took)}`, `≤ ${SECOND_AT_MOST * 100} %`, met];
}

async function archivingRows(installation: Installation): Promise<string[][]> {
  note("a saturating write load");
  const found = await measureArchiving(installation, { rounds: LOADS, seconds: LOAD_SECONDS });
  const ratio = median(found.ours) / median(found.bare);
  const lag = quantile(found.lagMilliseconds, 0.99);
  const rate = (values: number[]) => `${Math.round(median(values))}/s`;
  const what = `transactions while WAL is sent each second, over those without (${found.megabytesASecond.toFixed(1)} MB/s of WAL)`;
  return [
    [what, `${times(ratio)}, ${rate(found.ours)} of ${rate(found.bare)}`, ...goal(ratio, RATE_AT_LEAST, "≥")],
    ["age of the newest write in the place, p99", milliseconds(lag), "≤ 5 s", lag <= LAG_AT_MOST_MS ? "yes" : "no"],
  ];
}

/** The proof fetches and replays as a restore does, and reads all of it afterwards. */
async function recoveryRows(installation: Installation): Promise<{ over: string[][]; rest: string[][] }> {
  note("proofs");
  const proofs: number[] = [];
  const prove = async () => {
    const { outcome, reason, recoverySeconds, seconds } = await installation.prove();
    if (outcome !== "proven") throw new Error(`the backup is not proven: ${reason}`);
    proofs.push(seconds * 1_000);
    return (recoverySeconds ?? 0) * 1_000;
  };
  const compared = await alternate(RUNS, { ours: prove, bare: () => installation.copyAll() });
  const took = median(proofs);
  return {
    over: [comparisonRow(`recovery of both servers (${RUNS} runs each)`, compared, RECOVERY_AT_MOST)],
    rest: [
      [
        "proof of it, with all pages, tables and indexes",
        milliseconds(took),
        "≤ 60 s",
        took <= PROOF_AT_MOST_MS ? "yes" : "no",
      ],
    ],
  };
}

/** On a volume, whose files can share their blocks. */
async function heldRow(cleanUp: CleanUp): Promise<string[]> {
  const folder = await temporaryFolder(cleanUp);
  await addVolume(cleanUp, folder);
  const installation = await openInstallation(cleanUp, folder);
  await fill(installation);
  note("base backups on shared blocks");
  const took = await measureHeld(installation, { runs: RUNS });
  const what = "branches wait, or go through the log, beside a base backup on shared blocks";
  return [what, milliseconds(took), "≤ 1 s", took <= HELD_AT_MOST_MS ? "yes" : "no"];
}

function note(text: string): void {
  process.stderr.write(`measuring ${text} …\n`);
}
