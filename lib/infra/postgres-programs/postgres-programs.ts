import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { ServiceError } from "@/lib/core/errors";
import type { CopyContents, DatabaseCopier } from "@/lib/core/ports/database-copier";
import type { ProgramLogin } from "@/lib/core/ports/move-session";
import { SERVICE } from "@/lib/core/service";
import { SQLSTATE } from "@/lib/core/sql-state";

const NAMES = ["pg_dump", "psql"] as const;
const PATIENCE_MILLISECONDS = 10_000;
const MOST_ERROR_CHARACTERS = 64 * 1024;

const DUMP = [
  // An archive also has the settings of every database, which no customer may read.
  "--format=plain",
  "--no-owner",
  "--no-password",
  // The outbox of realtime is of one host's transactions.
  "--exclude-table-data=coppice_realtime.change",
  "--exclude-table-data=coppice_realtime.life",
];
/** A dump of these programs restricts its reader, so that nothing in it is taken for a command of psql. */
const RESTORE = [
  "--no-psqlrc",
  "--quiet",
  "--no-password",
  "--set=ON_ERROR_STOP=1",
  "--set=VERBOSITY=verbose",
  "--file=-",
];

type Programs = Record<(typeof NAMES)[number], string>;

interface Places {
  /** The folder of PostgreSQL's programs that the operator has named; `null` for none. */
  bin: string | null;
  /** That of this process by default. */
  searchPath?: string;
}

/** Copies databases by `pg_dump` and `psql`, as the operator has them installed. */
export class PostgresPrograms implements DatabaseCopier {
  readonly #places: Required<Places>;

  constructor(places: Places) {
    // biome-ignore lint/style/noProcessEnv: where programs are is the machine's, and no setting of the service.
    this.#places = { searchPath: process.env.PATH ?? "", ...places };
  }

  async prepare(serverVersionNum: number): Promise<CopyContents> {
    const programs = await this.#find(Math.floor(serverVersionNum / 10_000));
    return (from, to) => this.#copy(programs, from, to);
  }

  /** The one program writes into the other: nothing is kept on a disk between them. */
  async #copy(programs: Programs, from: ProgramLogin, to: ProgramLogin): Promise<void> {
    const dump = spawn(programs.pg_dump, DUMP, { env: this.#environment(from), stdio: ["ignore", "pipe", "pipe"] });
    const restore = spawn(programs.psql, RESTORE, {
      env: this.#environment(to),
      stdio: [dump.stdout, "ignore", "pipe"],
    });
    // The restoring program alone holds the other end, so that each learns of the other's end.
    dump.stdout.destroy();
    const failures = await Promise.all([failureOf(dump, "pg_dump"), failureOf(restore, "psql")]);
    const [failure] = failures.filter((text) => text !== null).toSorted(byCause);
    if (failure !== undefined) {
      throw new ServiceError("conflict", `The copy failed: ${explainFailure(failure)}`);
    }
  }

  async #find(majorVersion: number): Promise<Programs> {
    const { bin, searchPath } = this.#places;
    const folders = [bin, ...searchPath.split(delimiter), `/usr/lib/postgresql/${majorVersion}/bin`];
    for (const folder of folders) {
      if (!folder) continue;
      const versions = await Promise.all(NAMES.map((name) => versionOf(join(folder, name))));
      if (versions.some((version) => version === null || version < majorVersion)) continue;
      return { pg_dump: join(folder, "pg_dump"), psql: join(folder, "psql") };
    }
    throw new ServiceError(
      "not_configured",
      `Copying a database needs pg_dump and psql of PostgreSQL ${majorVersion} or newer: install postgresql-client-${majorVersion}, or name their folder in COPPICE_POSTGRES_BIN.`,
    );
  }

  /** Nothing else of this process's environment, such as its secrets, and no file of the user's. */
  #environment(login: ProgramLogin): NodeJS.ProcessEnv {
    const own = {
      PATH: this.#places.searchPath,
      LC_ALL: "C",
      PGPASSFILE: "/dev/null",
      PGAPPNAME: `${SERVICE.slug} copy`,
    };
    return { ...own, ...login } as unknown as NodeJS.ProcessEnv;
  }
}

/** Returns `null` for a program that isn't there. */
async function versionOf(file: string): Promise<number | null> {
  try {
    const { stdout } = await promisify(execFile)(file, ["--version"], { timeout: PATIENCE_MILLISECONDS });
    return Number(/\) (\d+)/.exec(stdout)?.[1] ?? 0);
  } catch {
    return null;
  }
}

/** Returns the program's own words where it failed. They name the object, and leave out rows, which DETAIL quotes. */
async function failureOf(child: ChildProcess, name: string): Promise<string | null> {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => {
    if (text.length < MOST_ERROR_CHARACTERS) text += part;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  if (code === 0) return null;
  const lines = text.split("\n");
  const line = lines.find((each) => STATE.test(each)) ?? lines.find((each) => /\b(error|ERROR|FATAL): /.test(each));
  return line ?? lines.find((each) => LOST.test(each)) ?? `${name} ended with ${signal ?? `status ${code}`}.`;
}

/** The severity is in the server's language. */
const STATE = /^(psql:<stdin>:\d+: +\S+: +)([0-9A-Z]{5}): /;
const LOST = /server closed the connection|connection to server was lost/;

/** Names the cause and the remedy of a failure that is not of the contents. */
function explainFailure(line: string): string {
  const said = line.replace(STATE, "$1");
  const state = STATE.exec(line)?.[2] ?? "";
  const host = `The host that it was copied ${line.startsWith("pg_dump") ? "from" : "to"}`;
  if (state === SQLSTATE.diskFull) return `${said}. ${host} has a full disk. Free space there first.`;
  // A shutdown, or a crash such as the one of a server that can't write its log.
  if (LOST.test(line) || state.startsWith("57P"))
    return `${said}. ${host} ended the connection: its log says why, such as a full disk.`;
  return said;
}

/** A program whose partner ends says no more than that. */
function byCause(one: string, other: string): number {
  const isOfPartner = (text: string) => Number(/could not write|end of file|ended with/.test(text));
  return isOfPartner(one) - isOfPartner(other);
}
