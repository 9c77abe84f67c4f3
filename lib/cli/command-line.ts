import type { Context } from "@/lib/core/context";
import type { Environment } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import type { OpenHost } from "@/lib/hosting/hosts/add";
import type { KeyFile } from "@/lib/hosting/secrets/key-file";

/** A connection to the control plane for the time of one command. */
export interface CommandSession {
  ctx: Context;
  environment: Environment;
  openHost: OpenHost;
  /** `null` when the key ring comes from the environment. */
  keyFile: KeyFile | null;
  /** Returns when every running process seals with the newest key of the file. */
  settleKeys: () => Promise<void>;
}

/** What is looked at without a session, because it may be why there is none. */
export interface DoctorProbes {
  nodeVersion: string;
  /** Where programs are looked for. */
  searchPath: string;
  /** Absolute; only the embedded databases need it. */
  dataDir: string;
  isEmbedded: boolean;
  redisUrl: string | null;
  /** Names of the migrations that this version brings along. */
  listMigrations(): Promise<string[]>;
  /** Extensions that customers may install. */
  allowedExtensions: readonly string[];
}

/** What a command may touch of the world; the entry gives the real one. */
export interface CommandLine {
  /** Standard output: the result and nothing else. */
  write(text: string): void;
  /** Standard error: errors and progress. */
  notice(text: string): void;
  /** Logs an error that no message is written for, at debug level. */
  debug(error: unknown): void;
  /** The first line of standard input. */
  readLine(prompt: string): Promise<string>;
  /** An environment variable that the operator named. */
  variable(name: string): string | undefined;
  withSession<T>(work: (session: CommandSession) => Promise<T>): Promise<T>;
  createVolume(sizeBytes: number): Promise<void>;
  probes(): DoctorProbes;
}

/** What a command answers: `json` is stable for scripts, `text` is for people. */
export interface CommandResult {
  json: unknown;
  text: string;
  /** 1 when the command worked but found something wrong. */
  exitCode?: number;
}

/** A wrong argument or option. */
export class UsageError extends OperatorError {
  override name = "UsageError";
}
