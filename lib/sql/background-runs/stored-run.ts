import type { Context } from "@/lib/core/context";
import type { ParameterValues } from "../statements/resource";
import type { RunRows } from "./resource";

/** The content of a run in the background. Offsets are UTF-16, in the text. */
export interface RunContent {
  text: string;
  selection?: { from: number; to: number } | undefined;
  /** The offset at which the run goes on; the statements before it were run. */
  from?: number | undefined;
  parameters?: ParameterValues | undefined;
  /** Whether restore points may be taken. */
  isConfirmed: boolean;
  settings: [name: string, value: string][];
}

const placeOf = (runId: string, column: "content" | "results") => ({ table: "background_run", column, rowId: runId });

export function sealContent(ctx: Context, runId: string, content: RunContent): string {
  return ctx.sealer.seal(JSON.stringify(content), placeOf(runId, "content"));
}

export function openContent(ctx: Context, runId: string, sealed: string): RunContent {
  return JSON.parse(ctx.sealer.open(sealed, placeOf(runId, "content"))) as RunContent;
}

export function sealResults(ctx: Context, runId: string, results: readonly RunRows[]): string {
  return ctx.sealer.seal(JSON.stringify(results), placeOf(runId, "results"));
}

export function openResults(ctx: Context, runId: string, sealed: string): RunRows[] {
  return JSON.parse(ctx.sealer.open(sealed, placeOf(runId, "results"))) as RunRows[];
}
