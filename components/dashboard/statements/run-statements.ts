import { linesOf } from "@/components/ui/lines-of";
import type {
  Confirmation,
  ParameterValues,
  RunMode,
  StatementOutcome,
  Understood,
} from "@/lib/sql/statements/resource";

/** Why a whole run, or the request before it, was refused. */
export interface Refusal {
  code: string;
  message: string;
  details: { path: string; message: string }[];
}

export interface RunInput {
  text: string;
  selection: { from: number; to: number } | null;
  mode: RunMode;
  runId: string;
  /** The values of the parameters that the text has. */
  parameters?: ParameterValues;
  /** The user's leave to create restore points, and where the run goes on. */
  confirmed?: Confirmation;
  /** The offset at which a run in the background goes on. */
  from?: number;
}

/** Runs statements and calls `onOutcome` for each as it ends. Returns why the run ended early, or `null`. */
export async function runStatements(
  base: string,
  input: RunInput,
  onOutcome: (outcome: StatementOutcome) => void,
): Promise<Refusal | null> {
  const answer = await post(`${base}/run`, { ...input, selection: input.selection ?? undefined });
  if (!answer.ok || !answer.body) return refusalOf(await answer.json());
  let refusal: Refusal | null = null;
  for await (const line of linesOf(answer.body)) {
    const value = JSON.parse(line) as StatementOutcome | { error: Refusal };
    if ("error" in value) refusal = refusalOf(value);
    else onOutcome(value);
  }
  return refusal;
}

/** Cancels a run. Returns whether a statement was running. */
export async function cancelRun(base: string, runId: string): Promise<boolean> {
  const answer = await post(`${base}/cancel`, { runId });
  const { isCancelled = false } = (await answer.json()) as { isCancelled?: boolean };
  return isCancelled;
}

/** Returns the effect of each statement without running it; `null` for a text that is not valid SQL. */
export async function understandStatements(
  base: string,
  input: Pick<RunInput, "text" | "selection">,
  signal?: AbortSignal,
): Promise<Understood | { statements: null; reason: null } | { refusal: Refusal }> {
  const answer = await post(
    `${base}/understand`,
    { text: input.text, selection: input.selection ?? undefined },
    signal,
  );
  const body = await answer.json();
  return answer.ok ? (body as Understood) : { refusal: refusalOf(body) };
}

/** The refusal when the service does not respond, or a proxy responds in its place. */
export const UNREACHABLE: Refusal = {
  code: "unreachable",
  message: "No response from the service. Check your connection, and look at the history before you run this again.",
  details: [],
};

export function post(address: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(address, {
    ...(signal && { signal }),
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

export function refusalOf(body: unknown): Refusal {
  const { error } = body as { error?: Partial<Refusal> };
  if (!error?.message) return UNREACHABLE;
  return { code: error.code ?? "", message: error.message, details: error.details ?? [] };
}
