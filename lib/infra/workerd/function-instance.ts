import { setTimeout as delay } from "node:timers/promises";
import { ServiceError } from "@/lib/core/errors";
import { startPatience } from "@/lib/core/patience";
import type {
  FunctionAnswer,
  FunctionCode,
  FunctionInvocation,
  FunctionLogLine,
  FunctionOutcome,
  FunctionProgram,
} from "@/lib/core/ports/function-runtime";
import { FunctionProcess, StartFailure } from "./function-process";
import { askForReport, type InvocationReport } from "./invocation-report";
import type { Launch } from "./launch";
import type { Outlets, ProcessOutlets } from "./process-outlets";
import { redactionOf } from "./redaction";
import { RunningInvocation } from "./running-invocation";
import { positionsOf } from "./source-positions";
import { type EndReason, Watchdog } from "./watchdog";

/** A version that is replaced has so long to report its last output. */
const LAST_REPORT_MILLISECONDS = 1_000;

const KILLED: Record<EndReason, string> = {
  crash: "ended unexpectedly",
  memory: "used more memory than allowed",
  stuck: "kept its process busy beyond the time allowed",
  runaway: "went on beyond the time allowed after its answers",
};

interface InstanceParts {
  workerd: string;
  launch: Launch;
  root: string;
  slot: number;
  outlets: ProcessOutlets;
  onOutcome(outcome: FunctionOutcome): void;
  onKill(reason: EndReason): void;
}

type End = Awaited<RunningInvocation["ended"]>;

/** The parts of a process that doesn't listen yet. */
interface Started {
  process: FunctionProcess;
  outlets: Outlets;
  /** The service's own lines in the function's log. */
  notes: FunctionLogLine[];
  /** Returns a text without secrets, and with positions in the function's own files. */
  toLogText: (text: string) => string;
}

/** A version of a function that runs, with its process and the calls under way in it. */
export class FunctionInstance {
  readonly program: FunctionProgram;
  readonly process: FunctionProcess;
  readonly watchdog: Watchdog;
  lastUsedAt = performance.now();
  readonly #parts: InstanceParts;
  readonly #running = new Map<string, RunningInvocation>();
  readonly #toLogText: Started["toLogText"];
  readonly #outlets: Outlets;
  readonly #notes: FunctionLogLine[];
  /** The number of reports that are waited for. */
  #reports = 0;
  #isStarting = true;
  #isRetiring = false;
  #killedFor: EndReason | null = null;
  #withdrawn: ServiceError | null = null;

  private constructor(program: FunctionProgram, parts: InstanceParts, started: Started) {
    this.program = program;
    this.#parts = parts;
    this.process = started.process;
    this.#outlets = started.outlets;
    this.#notes = started.notes;
    this.#toLogText = started.toLogText;
    const { memoryBytes, wallMilliseconds } = program.limits;
    this.watchdog = new Watchdog({
      ...{ memoryBytes, wallMilliseconds, process: this.process },
      isRunning: () => this.#isStarting || this.#running.size > 0,
      onKill: (reason) => {
        this.#killedFor = reason;
        parts.onKill(reason);
      },
    });
    void this.process.ended.then(() => {
      this.#noteOwnEnd();
      this.#stopAll();
    });
  }

  /** Starts the process, and resolves when it can be asked. Throws `StartFailure`. */
  static async start(program: FunctionProgram, code: FunctionCode, parts: InstanceParts): Promise<FunctionInstance> {
    const [redact, locate] = [redactionOf(code.secrets), positionsOf(code.script)];
    const notes: FunctionLogLine[] = [];
    const running = { depth: () => 0 };
    const outlets = parts.outlets.open(program, {
      depth: () => running.depth(),
      onRefused: (message) => {
        if (notes.length < 100) notes.push({ at: new Date(), level: "warn", message: redact(message) });
      },
    });
    const process = await FunctionProcess.spawn({
      ...parts,
      script: code.script,
      environment: { ...outlets.variables, ...code.variables, ...code.secrets },
      memoryBytes: program.limits.memoryBytes,
      egress: outlets.server,
    });
    void process.ended.then(() => outlets.close());
    const toLogText = (text: string) => redact(locate(text));
    const instance = new FunctionInstance(program, parts, { process, outlets, notes, toLogText });
    running.depth = () => instance.#deepest();
    await process.untilListening().catch((error: unknown) => {
      throw error instanceof StartFailure ? new StartFailure(locate(error.message)) : error;
    });
    instance.#isStarting = false;
    return instance;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  get isFull(): boolean {
    return this.#running.size >= this.program.limits.concurrency;
  }

  /** Throws `function_failed`, `function_timeout`. */
  async invoke(invocation: FunctionInvocation): Promise<FunctionAnswer> {
    const running = new RunningInvocation(invocation, this.process.ended);
    this.lastUsedAt = performance.now();
    this.#outlets.noteInvocation(this.isIdle);
    this.#running.set(running.id, running);
    const endPatience = startPatience(this.program.limits.wallMilliseconds, () => this.#endOverdue(running));
    void running.ended.then(async (end) => {
      endPatience();
      this.#running.delete(running.id);
      this.lastUsedAt = performance.now();
      const report = running.isSilent ? null : this.#reportOf(running, end);
      if (this.#isRetiring && this.isIdle) void this.#endAfterReports();
      this.#tell(running, end, await report);
    });
    return running.send(this.process.target, invocation);
  }

  /** Ends the process, since all functions together use too much. */
  endForMemory(): void {
    this.#killedFor ??= "memory";
    this.process.kill();
  }

  /** Ends the process with all that runs in it, whose callers get the reason. */
  withdraw(reason: ServiceError): void {
    this.#withdrawn ??= reason;
    this.#stopAll();
    this.process.kill();
  }

  /** Ends the process when nothing runs in it any more, and in any case after so many milliseconds. */
  retire(afterMilliseconds: number): void {
    this.#isRetiring = true;
    if (this.isIdle) void this.#endAfterReports();
    else setTimeout(() => this.process.kill(), afterMilliseconds).unref();
  }

  #deepest(): number {
    return Math.max(0, ...[...this.#running.values()].map(({ depth }) => depth));
  }

  /** A caller that was given this instance before its end may be about to use it, and ends it then. */
  async #endAfterReports(): Promise<void> {
    let waited = 0;
    do {
      await delay(20);
      waited += 20;
    } while (this.#reports > 0 && waited < LAST_REPORT_MILLISECONDS);
    if (this.isIdle) this.process.kill();
  }

  #endOverdue(running: RunningInvocation): void {
    const seconds = this.program.limits.wallMilliseconds / 1_000;
    running.stop("timeout", new ServiceError("function_timeout", `The function took longer than ${seconds} seconds.`));
    this.watchdog.noteOverdue();
  }

  /** An end by itself counts like one by the watchdog, also that of an engine whose heap is full. */
  #noteOwnEnd(): void {
    const reason = this.process.ownEnd;
    if (reason === null || this.#killedFor !== null || this.#isStarting) return;
    this.#killedFor = reason;
    this.#parts.onKill(reason);
  }

  #stopAll(): void {
    const reason = this.#killedFor === null ? "ended unexpectedly" : KILLED[this.#killedFor];
    for (const running of this.#running.values()) {
      const failed = new ServiceError("function_failed", `The function's process ${reason}.`);
      running.stop("killed", this.#withdrawn ?? failed);
    }
  }

  /** Returns why the process was ended, for the log; `null` where it wasn't. */
  #reason(): string | null {
    if (this.#withdrawn) return `The call was ended. ${this.#withdrawn.message}`;
    if (this.#killedFor === "crash") return "The function's process ended unexpectedly.";
    return this.#killedFor && `The function ${KILLED[this.#killedFor]}, so its process was ended.`;
  }

  async #reportOf({ id }: RunningInvocation, { outcome }: End): Promise<InvocationReport | null> {
    this.#reports += 1;
    const report = await askForReport(this.process.target, { id, outcome, toLogText: this.#toLogText });
    this.#reports -= 1;
    return report;
  }

  #tell(running: RunningInvocation, { reason: unsaid, ...end }: End, report: InvocationReport | null): void {
    const { functionId, versionId, projectId } = this.program;
    const outcome = end.outcome === "ok" && report?.exceptions.length ? "exception" : end.outcome;
    const thrown = report?.exceptions ?? [];
    const isUnsaid = outcome === "exception" && thrown.length === 0 && unsaid !== null;
    const isCut = outcome === "killed" || outcome === "timeout";
    const reason = isCut ? this.#reason() : null;
    const last: FunctionLogLine[] = reason === null ? [] : [{ at: new Date(), level: "error", message: reason }];
    this.#parts.onOutcome({
      ...{ invocationId: running.id, functionId, versionId, projectId },
      ...{ ...end, outcome, startedAt: running.startedAt },
      logs: [...this.#notes.splice(0), ...(report?.logs ?? []), ...last],
      exceptions: isUnsaid ? [{ name: "Error", message: unsaid }] : thrown,
    });
  }
}
