import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Table } from "../report";
import type { BenchService } from "../service";
import { timed } from "../statistics";

const PROJECT = "p_imported000000000000";
const GOAL_PER_MINUTE = 100_000;
const MINUTE_MS = 60_000;
const HASH = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";

/** Imports users with bcrypt hashes, a fourth of them with an account at Google, as an operator does: by the command. */
export async function importTable(service: BenchService, users: number): Promise<Table> {
  await service.control.query("INSERT INTO project (id, organisation_id, name) VALUES ($1, $2, 'Imported')", [
    PROJECT,
    service.organisationId,
  ]);
  const file = join(service.folder, "users.ndjson");
  await writeFile(file, linesOf(users));
  const row = async (name: string, options: string[]) => {
    process.stderr.write(`import: ${name}\n`);
    const milliseconds = await timed(() => runImport(service, [file, ...options]));
    const perMinute = Math.round((users / milliseconds) * MINUTE_MS);
    const isMet = perMinute >= GOAL_PER_MINUTE ? "yes" : "no";
    return [name, `${(milliseconds / 1_000).toFixed(1)} s`, perMinute.toLocaleString("en"), isMet];
  };
  return {
    title: `\`coppice user import\` of ${users.toLocaleString("en")} users with bcrypt hashes`,
    columns: ["What", "Time", "Users a minute", `Goal, ${GOAL_PER_MINUTE.toLocaleString("en")} a minute, met`],
    rows: [
      await row("Check (--dry-run)", ["--dry-run"]),
      await row("Import", []),
      await row("The same file again, all skipped", []),
      await row("The same file again, all updated", ["--existing", "update"]),
    ],
  };
}

function* linesOf(users: number): Generator<string> {
  for (let n = 1; n <= users; n++) {
    const externalId = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
    const user = { externalId, email: `imported${n}@example.com`, name: `Given${n % 5_000} Name${n % 70_000}` };
    const accounts = n % 4 === 0 ? { accounts: [{ providerId: "google", providerAccountId: `g${n}` }] } : {};
    yield `${JSON.stringify({ ...user, emailVerified: true, passwordHash: HASH, ...accounts })}\n`;
  }
}

async function runImport({ variables }: BenchService, options: string[]): Promise<void> {
  const { PATH = "", HOME = "" } = process.env;
  const args = ["dist/coppice.js", "user", "import", "--project", PROJECT, ...options];
  const child = spawn(process.execPath, args, {
    env: { PATH, HOME, NODE_ENV: "production", ...variables },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
}
