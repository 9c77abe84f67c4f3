import { LOG_SOURCES, type LogSource } from "./resource";

/** A place in the log: by time, and at one time by source and id. */
export interface Place {
  createdAt: Date;
  source: LogSource;
  id: string;
}

/** Returns whether the one comes after the other in the log, which begins with the newest. */
export function comesAfter(
  one: Pick<Place, "createdAt" | "source">,
  other: Pick<Place, "createdAt" | "source">,
): boolean {
  const apart = one.createdAt.getTime() - other.createdAt.getTime();
  return apart < 0 || (apart === 0 && rankOf(one.source) > rankOf(other.source));
}

export function rankOf(source: LogSource): number {
  return LOG_SOURCES.indexOf(source);
}
