import { parseArgs } from "node:util";
import { startBetterAuth } from "./auth/better-auth-subject";
import { enumerationTable } from "./auth/enumeration";
import { growthTable } from "./auth/growth";
import { buildNextApp } from "./auth/next-app";
import { startOurs } from "./auth/ours";
import { overloadTable } from "./auth/overload";
import { crowdTable, readTable } from "./auth/reads";
import { measureSignIns } from "./auth/sign-ins";
import { requireCorrect } from "./auth/smoke";
import { type Stage, startStage } from "./auth/stage";
import { type CleanUp, withCleanUp } from "./clean-up";
import { rateOf } from "./lanes";
import { fileSystemOf, machineFacts } from "./machine";
import { printReport, type Table, writeReport } from "./report";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const USERS = 1_000;
const MANY_USERS = quick ? 100_000 : 1_000_000;
const ROUNDS = quick ? 1 : 5;
const READ_SECONDS = quick ? 1 : 1.2;
const CROWD_SECONDS = quick ? 1 : 3;
/** A sign-in at better-auth takes a second when 16 are made at once. */
const SIGN_IN_SECONDS = 3.5;
const ARRIVAL_SECONDS = quick ? 5 : 15;
const REFUSALS = quick ? 40 : 200;

const facts = machineFacts();
const report = { heading: "Sign-in", command: "npm run bench -- auth", facts, tables: await withCleanUp(measure) };
printReport(report);
if (!quick) writeReport(report);

async function measure(cleanUp: CleanUp): Promise<Table[]> {
  const startedAt = performance.now();
  process.stderr.write("building better-auth into a Next app …\n");
  buildNextApp();
  const stage = await startStage(cleanUp);
  facts.PostgreSQL = stage.postgresVersion;
  facts["File system"] = fileSystemOf(stage.dataDirectory);
  const tables = await compare(cleanUp, stage);
  facts["Whole run"] = `${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`;
  return tables;
}

async function compare(cleanUp: CleanUp, stage: Stage): Promise<Table[]> {
  process.stderr.write("starting everything …\n");
  const ours = await startOurs(cleanUp, stage, "few_users", USERS);
  const start = (host: "node" | "next", variant: "scrypt" | "argon2id" | "tuned") =>
    startBetterAuth(cleanUp, stage, { host, variant, users: USERS });
  const [node, next, tuned] = [
    await start("node", "scrypt"),
    await start("next", "scrypt"),
    await start("node", "tuned"),
  ];
  const [nodeArgon2id, nextArgon2id] = [await start("node", "argon2id"), await start("next", "argon2id")];
  for (const subject of [ours, node, next, tuned, nodeArgon2id, nextArgon2id]) await requireCorrect(subject);
  const reads = await readTable({ ours, node, next, tuned }, ROUNDS, READ_SECONDS);
  const crowd = await crowdTable({ ours, node, next, tuned }, CROWD_SECONDS);
  // Before the sign-ins, whose code it warms up.
  const enumeration = await enumerationTable(ours, REFUSALS);
  const subjects = { ours, node, next, nodeArgon2id, nextArgon2id };
  const signIns = await measureSignIns(subjects, ROUNDS, SIGN_IN_SECONDS);
  const overload = await overloadTable(ours, rateOf(signIns.ours), ARRIVAL_SECONDS);
  process.stderr.write(`inserting ${MANY_USERS} users …\n`);
  const large = await startOurs(cleanUp, stage, "many_users", MANY_USERS);
  await requireCorrect(large);
  const growth = await growthTable(ours, large, ROUNDS, READ_SECONDS);
  return [reads, crowd, signIns.table, overload, enumeration, growth];
}
