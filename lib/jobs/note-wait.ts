import type { Logger } from "pino";

/** Workers are woken within moments: a job that begins later than this has waited for a place. */
const NOTED_MS = 5_000;

interface Begun {
  task: string;
  owner: string | null;
  /** When it was due. */
  since: Date;
}

/** Logs that a job has waited for its turn, and for how long. */
export function noteWait(log: Logger, { task, owner, since }: Begun): void {
  const waitedMs = Date.now() - since.getTime();
  if (waitedMs >= NOTED_MS) log.info({ task, owner, waitedMs }, "a job waited for its turn");
}
