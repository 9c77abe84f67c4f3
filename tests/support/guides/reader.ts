import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { GuideBlock } from "./guide-blocks";
import { writePrograms } from "./programs";

const run = promisify(execFile);

/** Stands in the guides for values that each reader has of their own. */
const BLANK = "…";

/**
 * Somebody who follows a guide, block by block: makes its files, runs its commands in one shell, and compares
 * their output with the block that shows it.
 */
export class Reader {
  /** The folder in which the files are made and the commands are run. */
  readonly folder: string;
  readonly #variables: NodeJS.ProcessEnv;
  #printed = "";

  private constructor(folder: string, variables: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.#variables = variables;
  }

  /**
   * A reader who has these values for the variables that a guide exports with a blank in them. The operator's commands
   * are those of the build in the folder `build`, which is this checkout's own unless it's named.
   */
  static async start(own: Record<string, string>, coppice: Record<string, string>, build?: string): Promise<Reader> {
    const home = await mkdtemp(join(tmpdir(), "coppice-guide-"));
    const folder = join(home, "work");
    await mkdir(folder);
    const programs = await writePrograms(join(home, "bin"), coppice, build);
    const { PATH = "" } = process.env;
    return new Reader(folder, { NODE_ENV: "development", HOME: home, PATH: `${programs}:${PATH}`, ...own });
  }

  async follow(blocks: readonly GuideBlock[]): Promise<void> {
    expect(blocks).not.toEqual([]);
    for (const block of blocks) {
      if (block.file !== null) await this.make(block.file, block.text);
      else if (block.language === "sh") this.#printed = await this.type(block.text);
      else this.#compare(block);
    }
  }

  async make(file: string, text: string): Promise<void> {
    const path = join(this.folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${text}\n`);
  }

  /** Returns the commands' output. Variables and the folder are those that the commands before left. */
  async type(commands: string): Promise<string> {
    const kept = join(dirname(this.folder), "variables");
    const own = commands.split("\n").filter((line) => !this.#isOwn(line));
    expect(own.join("\n"), "a value that only the reader knows").not.toContain(BLANK);
    const script = ["set -eu -o pipefail", `[ ! -f ${kept} ] || . ${kept}`, ...own, `export -p > ${kept}`].join("\n");
    try {
      // Arguments are for any user of the machine to read.
      const file = join(dirname(this.folder), "commands.sh");
      await writeFile(file, script, { mode: 0o600 });
      const { stdout, stderr } = await run("bash", [file], { cwd: this.folder, env: this.#variables });
      return stdout + stderr;
    } catch (error) {
      throw new Error(`${commands}\n\nfailed, and printed:\n${printedBy(error)}`);
    }
  }

  /** Starts a command that goes on until it is stopped. `output` has its output so far. */
  async begin(command: string): Promise<RunningCommand> {
    const file = join(dirname(this.folder), "command.sh");
    const kept = join(dirname(this.folder), "variables");
    await writeFile(file, `[ ! -f ${kept} ] || . ${kept}\nexec ${command}\n`, { mode: 0o600 });
    const child = spawn("bash", [file], { cwd: this.folder, env: this.#variables, stdio: ["ignore", "pipe", "pipe"] });
    return new RunningCommand(child);
  }

  async leave(): Promise<void> {
    await rm(dirname(this.folder), { recursive: true, force: true });
  }

  #isOwn(line: string): boolean {
    const name = /^export (\w+)=.*…/.exec(line)?.[1];
    if (name !== undefined) expect(this.#variables, line).toHaveProperty(name);
    return name !== undefined;
  }

  #compare({ text, heading }: GuideBlock): void {
    const pattern = text.trim().split(BLANK).map(literal).join("[^]*?");
    expect(this.#printed.trim(), heading).toMatch(new RegExp(`^${pattern}$`));
  }
}

/** A command that a reader has begun. */
class RunningCommand {
  output = "";
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, "exit");
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.output += chunk;
      });
    }
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#ended;
  }
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

function printedBy(error: unknown): string {
  const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
  return stdout + stderr;
}
