import { z } from "zod";
import { DatabaseId } from "@/lib/core/id-schemas";
import type { HostedSession } from "@/lib/core/ports/database-host";
import type { Person } from "@/lib/people/members/resource";

/** Names a session; the moment of its start tells it from a later one with the same process id. */
export const SessionInput = z.object({
  databaseId: DatabaseId,
  pid: z.int().positive(),
  startedAt: z.iso.datetime({ precision: 6 }),
});
export type SessionInput = z.infer<typeof SessionInput>;

/** The owner of a session, as far as its role and its own name for itself show. */
export type SessionOwner = "app" | "function" | "dashboard" | "you" | "another" | "service";

/** A session with its secrets masked; that of the service has no statement. */
export interface ListedSession extends Omit<HostedSession, "role"> {
  owner: SessionOwner;
  /** The person whose temporary login it is; `null` for other sessions and former members. */
  person: Person | null;
}
