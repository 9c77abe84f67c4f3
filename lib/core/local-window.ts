import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { byteText } from "./byte-text";

const DEFAULT_HOURS = 24;
const DEFAULT_AFTER_SECONDS = 120;

export const LocalWindowVariables = z.object({
  COPPICE_WINDOW_HOURS: z.coerce.number().int().min(0).max(168).optional(),
  COPPICE_WINDOW_AFTER_SECONDS: z.coerce.number().int().min(0).max(86_400).default(DEFAULT_AFTER_SECONDS),
});

/** The last hours of the embedded host are kept in the data folder, on the same disk: this is no backup. */
export interface LocalWindowSettings {
  /** The number of hours back to which a database can be restored; 0 for none. */
  hours: number;
  /** The time from the service's start until the window is looked after. */
  afterSeconds: number;
  isAsked: boolean;
  /** The folder in which databases are recovered; `null` for one beside them. */
  scratch: string | null;
}

export function localWindowOf(
  variables: z.infer<typeof LocalWindowVariables>,
  scratch: string | undefined,
): LocalWindowSettings {
  const hours = variables.COPPICE_WINDOW_HOURS;
  return {
    hours: hours ?? DEFAULT_HOURS,
    afterSeconds: variables.COPPICE_WINDOW_AFTER_SECONDS,
    isAsked: hours !== undefined && hours > 0,
    scratch: scratch === undefined ? null : resolve(scratch),
  };
}

const Gap = z.object({ from: z.coerce.date(), until: z.coerce.date() });

/** The last report of the process that keeps the window. */
const LocalWindowStatus = z.object({
  at: z.coerce.date(),
  hours: z.number(),
  /** The times that a database can be restored to; `null` before the first base backup, and while nothing is kept. */
  restorableFrom: z.coerce.date().nullable(),
  restorableTo: z.coerce.date().nullable(),
  restoreGaps: z.array(Gap),
  /** The bytes that the window takes in the data folder, and the most that it may take. */
  bytes: z.int(),
  mostBytes: z.int(),
  /** Everything that the host's mark told of then is kept; `null` while something isn't. */
  mark: z.string().nullable(),
  /** The mark of the newest base backup, which has everything that it told of; `null` without one. */
  baseMark: z.string().nullable(),
  /** A sentence about the obstacle; `null` if there is none. */
  failure: z.string().nullable(),
  /** Nothing is kept until then, as it would take too much room; `null` while something is. */
  pausedUntil: z.coerce.date().nullable(),
});

export type LocalWindowStatus = z.infer<typeof LocalWindowStatus>;

export const localWindowFolder = (dataDir: string) => join(dataDir, "local-window");
export const localWindowStatusFile = (dataDir: string) => join(localWindowFolder(dataDir), "status.json");

/** Returns `null` for an installation that keeps none. */
export async function readLocalWindow(dataDir: string): Promise<LocalWindowStatus | null> {
  try {
    return LocalWindowStatus.parse(JSON.parse(await readFile(localWindowStatusFile(dataDir), "utf8")));
  } catch {
    return null;
  }
}

/** Says which times are kept, and that this is no backup; as a sentence without its full stop. */
export function describeLocalWindow(status: LocalWindowStatus): string {
  const { restorableFrom: from, restorableTo: to, bytes, mostBytes } = status;
  const times = from && to ? `the times from ${from.toISOString()} to ${to.toISOString()}` : "no time yet";
  const room = `${byteText(bytes)} of at most ${byteText(mostBytes)}`;
  return `${times} (${room}), on the same disk as the databases: this is no backup`;
}
