import type { ProjectSettings } from "@/lib/sign-in/projects/settings";
import { addSeconds } from "../../core/add-seconds";
import type { ActiveSession } from "./session-lookup";

type SessionSettings = ProjectSettings["session"];
type SignedIn = Pick<ActiveSession, "isRemembered" | "signedInAt">;

/** Returns the end that a session has from now on: it never passes the absolute one, counted from the sign-in. */
export function endOfSession({ isRemembered, signedInAt }: SignedIn, settings: SessionSettings, now: Date): Date {
  const { lifetimeSeconds, unrememberedSeconds, absoluteLifetimeSeconds } = settings;
  const latest = addSeconds(signedInAt, absoluteLifetimeSeconds);
  // Use does not prolong a session that is not to be remembered.
  const wanted = isRemembered ? addSeconds(now, lifetimeSeconds) : addSeconds(signedInAt, unrememberedSeconds);
  return new Date(Math.min(wanted.getTime(), latest.getTime()));
}

/** Returns a session's new end, or `null` while none is due. */
export function prolongedEnd(session: ActiveSession, settings: SessionSettings, now: Date): Date | null {
  if (!session.isRemembered) return null;
  if (addSeconds(session.updatedAt, settings.refreshAfterSeconds) > now) return null;
  const end = endOfSession(session, settings, now);
  return end > session.expiresAt ? end : null;
}
