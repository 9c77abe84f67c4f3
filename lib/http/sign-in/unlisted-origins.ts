import type { Logger } from "pino";

interface UnlistedOrigin {
  origin: string;
  projectId: string | null;
  requestId: string;
}

const AGAIN_AFTER_MS = 600_000;
const MAX_NOTED = 1_000;
const notedAt = new Map<string, number>();

/** Logs that pages of an origin were refused: once in ten minutes, since anybody can send any origin. */
export function noteUnlistedOrigin(log: Logger, { origin, ...request }: UnlistedOrigin): void {
  const shown = origin.slice(0, 200);
  const key = `${request.projectId} ${shown}`;
  const now = performance.now();
  if (now - (notedAt.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return;
  if (notedAt.size >= MAX_NOTED) notedAt.clear();
  notedAt.set(key, now);
  log.warn({ ...request, origin: shown }, "pages of this origin are not allowed");
}
