export type DraftAnswer = { sql: string; warnings: string[] } | { message: string };

const FAILED = "The draft couldn't be asked for. Check your connection and try again.";

/** Asks a language model for SQL. Returns `null` when it was cancelled. */
export async function askForDraft(address: string, prompt: string, signal: AbortSignal): Promise<DraftAnswer | null> {
  try {
    const response = await fetch(`${address}/draft-schema`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ prompt }),
      signal,
    });
    const answer = await response.json();
    return response.ok ? answer : { message: answer.error.message };
  } catch {
    return signal.aborted ? null : { message: FAILED };
  }
}

/** Returns a draft as it is put into the editor: what to look out for stands above it, as comments. */
export function draftText({ sql, warnings }: { sql: string; warnings: readonly string[] }): string {
  return [...warnings.map((warning) => `-- ${warning.replaceAll(/\s+/g, " ")}`), sql.trim(), ""].join("\n");
}
