import type { Context } from "@/lib/core/context";
import type { StatementOutcome } from "../statements/resource";
import type { RunEnd } from "./end";
import type { RunRows } from "./resource";
import { sealResults } from "./stored-run";

const ASKS =
  "Stopped before a statement that needs a restore point, which wasn't confirmed. Run the rest again from there.";

/** The summary of a run's statements once it has ended. */
export class RunReport {
  /** The text that the offsets of outcomes refer to. */
  readonly #text: string;
  readonly #rows: RunRows[] = [];
  #last: StatementOutcome | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  add(outcome: StatementOutcome): void {
    this.#last = outcome;
    if (outcome.status !== "succeeded" || outcome.columns.length === 0) return;
    const { statementId, columns, rows, isTruncated } = outcome;
    this.#rows.push({ statementId, columns: columns.map(({ name }) => name), rows, isTruncated });
  }

  /** Returns how the run ended by itself. */
  end(): RunEnd {
    if (this.#last === null || this.#last.status === "succeeded") return { status: "succeeded", message: null };
    if (this.#last.asks) return { status: "failed", message: ASKS };
    return { status: this.#last.status, message: null };
  }

  facts(ctx: Context, runId: string) {
    const { line, column } = this.#place();
    const results = this.#rows.length > 0 ? sealResults(ctx, runId, this.#rows) : null;
    return { failureLine: line, failureColumn: column, results };
  }

  #place(): { line: number | null; column: number | null } {
    if (this.#last === null || this.#last.status !== "failed") return { line: null, column: null };
    const before = this.#text.slice(0, this.#last.position ?? this.#last.from);
    return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
  }
}
