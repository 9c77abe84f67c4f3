import type { ProjectSettings } from "@/lib/sign-in/projects/settings";
import { addSeconds } from "../add-seconds";
import type { ActiveSession } from "./session-lookup";

/** Returns a session's new end, or `null` while none is due; it never exceeds the absolute lifetime. */
export function prolongedEnd(session: ActiveSession, settings: ProjectSettings["session"], now: Date): Date | null {
  if (!session.isRemembered) return null;
  if (addSeconds(session.updatedAt, settings.refreshAfterSeconds) > now) return null;
  const latest = addSeconds(session.createdAt, settings.absoluteLifetimeSeconds);
  const wanted = addSeconds(now, settings.lifetimeSeconds);
  const end = new Date(Math.min(wanted.getTime(), latest.getTime()));
  return end > session.expiresAt ? end : null;
}
