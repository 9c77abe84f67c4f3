import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateClient } from "@/bin/setup/prisma-client.mjs";
import { bundledPrograms } from "./clusters";

const run = promisify(execFile);

/** The sources of the bundles. Pages come from Next, and these builds have none. */
const SOURCES = [
  ...["app", "components", "lib", "prisma", "packages", "bin", "server.ts", "cli.ts"],
  ...["tsconfig.json", "prisma.config.ts"],
];

const manifestOfCheckout = () => JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const versionOfCheckout = () => manifestOfCheckout().version;

export interface Ended {
  code: number | null;
  output: string;
}

export interface RunningBuild {
  /** Returns all output so far. */
  output(): string;
  stop(): Promise<Ended>;
}

/** One version of the service, in a folder like that of a checkout: its bundles, its migrations, its version. */
export class Build {
  readonly folder: string;

  private constructor(folder: string, version: string) {
    this.folder = folder;
    mkdirSync(join(folder, "dist"), { recursive: true });
    symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifestOfCheckout(), version }));
    const facts = { sha: `build-of-${version}`, timestamp: new Date().toISOString() };
    writeFileSync(join(folder, "dist", "build.json"), JSON.stringify(facts));
  }

  /** Makes a build of this checkout. */
  static async ofCheckout(folder: string, version = versionOfCheckout()): Promise<Build> {
    const build = new Build(folder, version);
    // Links to the programs would lead to the checkout's own migrations.
    cpSync(await bundledPrograms(), join(folder, "dist"), { recursive: true });
    cpSync("prisma", join(folder, "prisma"), { recursive: true });
    return build;
  }

  /** Makes a build of this checkout with one migration more and the same code. */
  static async withFile(folder: string, { version, name, sql }: { version: string; name: string; sql: string }) {
    const build = await Build.ofCheckout(folder, version);
    mkdirSync(join(folder, "prisma", "migrations", name));
    writeFileSync(join(folder, "prisma", "migrations", name, "migration.sql"), sql);
    return build;
  }

  /** Makes the next version of this checkout: a changed schema, its migration and its client, by the tools of the repository. */
  static async withMigration(
    folder: string,
    { version, name, change }: { version: string; name: string; change(schema: string): string },
  ): Promise<Build> {
    const build = new Build(folder, version);
    for (const path of SOURCES) cpSync(path, join(folder, path), { recursive: true });
    const schema = join(folder, "prisma", "schema.prisma");
    writeFileSync(schema, change(readFileSync(schema, "utf8")));
    await run(process.execPath, ["bin/migration.mjs", "new", name], { cwd: folder });
    await generateClient(folder);
    await run(process.execPath, ["bin/bundle.mjs"], { cwd: folder });
    return build;
  }

  /** Runs a command of the operator to its end. */
  async coppice(args: readonly string[], variables: Record<string, string>): Promise<Ended> {
    const running = this.#spawn("coppice", args, variables);
    return { code: await running.closed, output: running.output() };
  }

  /** Starts processes with `COPPICE_ROLES`, and resolves once they have started or have ended. */
  async start(variables: Record<string, string>): Promise<RunningBuild> {
    const { child, closed, output } = this.#spawn("server", [], variables);
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => void (output().includes('"started"') && resolve());
    for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
    await Promise.race([promise, closed]);
    const stop = async () => {
      child.kill("SIGTERM");
      return { code: await closed, output: output() };
    };
    return { output, stop };
  }

  #spawn(program: string, args: readonly string[], variables: Record<string, string>) {
    const child = spawn(process.execPath, [join(this.folder, "dist", `${program}.js`), ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
    }
    const closed = once(child, "close").then(([code]) => code as number | null);
    return { child, closed, output: () => text };
  }
}
