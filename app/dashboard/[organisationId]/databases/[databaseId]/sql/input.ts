import { StartBackgroundRunInput } from "@/lib/sql/background-runs/start";
import { RunStatementsInput } from "@/lib/sql/statements/run";

/** The limit of a body that holds a text: a million characters may be four million bytes, and JSON escapes some. */
export const MAX_BODY_BYTES = 8_000_000;

/** The address of the page holds the database. */
export const RunInput = RunStatementsInput.omit({ databaseId: true });

export const BackgroundInput = StartBackgroundRunInput.omit({ databaseId: true });

export const TextInput = RunInput.pick({ text: true, selection: true });

export const CancelInput = RunInput.pick({ runId: true });
