import type { Readable } from "node:stream";

/** The limits of one version of a function. */
export interface FunctionLimits {
  wallMilliseconds: number;
  memoryBytes: number;
  /** The number of invocations that run at the same time. */
  concurrency: number;
}

/** The hosts that a function may reach besides its database: any public host, those named exactly, or none. */
export interface FunctionEgress {
  mode: "open" | "list" | "none";
  hosts: readonly string[];
}

/** The part of a version that only its start needs. */
export interface FunctionCode {
  /** One ES module. It may import Node's built-ins and `coppice`, which the runtime provides. */
  script: string;
  /** Both become environment variables, and a secret wins over a variable of its name. Secrets are kept out of logs. */
  variables: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
}

/** One version of a function, with its environment. */
export interface FunctionProgram {
  versionId: string;
  functionId: string;
  projectId: string;
  /** Is reached as `DATABASE_URL`; `null` where the project has no database. */
  databaseId: string | null;
  /**
   * Changes with everything that the version is run with: variables, secrets, limits, egress, database. At most 64
   * characters.
   */
  revision: string;
  limits: FunctionLimits;
  egress: FunctionEgress;
  /** Is called only where the version has to be started. */
  load(): Promise<FunctionCode>;
}

/** Names and values of header fields, names in lower case. One name may be there more than once. */
export type HeaderFields = readonly (readonly [name: string, value: string])[];

/** A request as it goes to a function. It is no `Request`, since making one costs more than all else of a small call. */
export interface FunctionRequest {
  method: string;
  url: string;
  headers: HeaderFields;
  body: Uint8Array | Readable | null;
  /** Aborts when the caller has gone. */
  signal: AbortSignal;
}

export interface FunctionAnswer {
  status: number;
  headers: HeaderFields;
  /** A small one is there as a whole, and others come as a stream, which its reader has to read or to destroy. */
  body: Uint8Array | Readable | null;
}

export interface FunctionInvocation {
  id: string;
  /** Is passed on as it is, but for headers that begin with `x-coppice-`. */
  request: FunctionRequest;
  /** The caller, as base64url of JSON: the function gets it as `x-coppice-caller`. */
  caller: string;
  /** The number of functions that asked one another to get here. */
  depth: number;
}

export interface FunctionLogLine {
  at: Date;
  level: "debug" | "info" | "log" | "warn" | "error";
  message: string;
}

/** The result of an invocation, known when its last byte was sent. */
export interface FunctionOutcome {
  invocationId: string;
  functionId: string;
  versionId: string;
  projectId: string;
  outcome: "ok" | "exception" | "timeout" | "killed" | "unavailable";
  /** The status of the answer; `null` where there was none. */
  status: number | null;
  startedAt: Date;
  durationMilliseconds: number;
  responseBytes: number;
  /** Hold no value of a secret; 1,000 lines and 256 KB at most. */
  logs: readonly FunctionLogLine[];
  exceptions: readonly { name: string; message: string; stack?: string }[];
}

/**
 * The ways to keep functions from the machine: by the operator's command, by bubblewrap, by namespaces alone, or by
 * nothing. The last two leave them the machine's files.
 */
export type LaunchKind = "sandbox" | "bubblewrap" | "namespace" | "plain";

/** The way in which functions are run: `unanswered` while the sandbox doesn't answer, `null` if nothing runs them. */
export type FunctionState = LaunchKind | "unanswered" | null;

export interface FunctionStanding {
  state: FunctionState;
  /** The machine's answer about the best way that it refused, such as `bubblewrap: …`; for operators. */
  reason: string | null;
}

/** Runs functions, each version in a process of its own, from any process of the service. */
export interface FunctionRuntime {
  /**
   * Returns how the process that runs functions does it now; `null` where none is known. Throws `function_unavailable`
   * where it can't be reached.
   */
  standing(): Promise<FunctionStanding | null>;
  /**
   * Starts a version on trial, for 5 seconds at most; projects take turns. Throws `deploy_failed` with the cause
   * and where, `rate_limited`, `service_unavailable`.
   */
  tryStart(program: FunctionProgram): Promise<void>;
  /**
   * Answers when the function's headers are there. Throws `function_failed`, `function_timeout`, `function_unavailable`,
   * `rate_limited` where as many run as may, `not_configured` where the operator runs no functions.
   */
  invoke(program: FunctionProgram, invocation: FunctionInvocation): Promise<FunctionAnswer>;
  /** Ends a version's processes when their invocations have ended, and after so many milliseconds in any case. */
  retire(versionId: string, afterMilliseconds: number): Promise<void>;
  /** Is told of every invocation that ended in this process, which is the process that runs functions. */
  onOutcome(listener: (outcome: FunctionOutcome) => void): void;
  close(): Promise<void>;
}
