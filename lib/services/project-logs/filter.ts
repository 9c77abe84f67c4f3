import { z } from "zod";
import { LOG_LEVELS, LOG_SOURCES, type LogSource } from "./resource";

export const STATUS_CLASSES = ["2xx", "3xx", "4xx", "5xx"] as const;

/** The conditions of a filtered log; all of them must fit. */
export const ProjectLogFilter = z.object({
  source: z.enum(LOG_SOURCES).optional(),
  /** Entries of this level and above. */
  level: z.enum(LOG_LEVELS).optional(),
  /** Answers with such a status, which requests alone have. */
  status: z.enum(STATUS_CLASSES).optional(),
  /** An id of a request, user, invocation or statement; otherwise a part of an operation, code or message. */
  text: z.string().trim().max(200).optional(),
  since: z.date().optional(),
  until: z.date().optional(),
});
export type ProjectLogFilter = z.infer<typeof ProjectLogFilter>;

export function sourcesOf({ source, status }: ProjectLogFilter): readonly LogSource[] {
  const asked = source === undefined ? LOG_SOURCES : [source];
  return status === undefined ? asked : asked.filter((each) => each === "request");
}

/** Returns the filter as a text by which a cursor belongs to its list; a period moves on while one reads. */
export function filterText({ source, level, status, text }: ProjectLogFilter): string {
  return JSON.stringify([source ?? "", level ?? "", status ?? "", text ?? ""]);
}
