import type { RunLimits } from "../statements/run-budget";

const HOUR_MS = 3_600_000;

/** A statement in the background may take as long as its run. Nobody waits for its rows, so few are kept. */
export const BACKGROUND_LIMITS: RunLimits = {
  statementMilliseconds: HOUR_MS,
  runMilliseconds: HOUR_MS,
  runTime: "an hour",
  result: { maxRows: 10, maxCharacters: 10_000 },
  maxRunCharacters: 20_000,
};

/** Runs that wait or go on, as the control plane counts them over all processes. */
export const BACKGROUND_RUNS = { ofDatabase: 2, ofOrganisation: 4 };

/** A run and its first rows are kept for so long. Its statements stay in the history. */
export const BACKGROUND_RUN_DAYS = 7;
