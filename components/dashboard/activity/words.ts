import type { ListedSession, SessionOwner } from "@/lib/sql/activity/resource";

const OWNERS: Record<SessionOwner, string> = {
  app: "App",
  function: "Function",
  dashboard: "Dashboard",
  you: "You",
  another: "Temporary login",
  service: "Coppice",
};

export function ownerWords({ owner, person }: Pick<ListedSession, "owner" | "person">): string {
  return owner === "another" && person !== null ? person.name || person.email : OWNERS[owner];
}

/** Returns the state of a session in words, with the colour of its dot. */
export function stateWords({ state, blockedBy }: Pick<ListedSession, "state" | "blockedBy">): {
  text: string;
  tone: "good" | "warning" | "quiet";
} {
  if (blockedBy.length > 0) return { text: "Waiting", tone: "warning" };
  if (state === "active") return { text: "Running", tone: "good" };
  if (state.startsWith("idle in transaction")) {
    const text = state.includes("aborted") ? "Failed transaction" : "Idle in transaction";
    return { text, tone: "warning" };
  }
  return { text: state === "idle" ? "Idle" : state, tone: "quiet" };
}

/** Returns `3 s`, `4 min`, `2 h 5 min`, `3 days`. */
export function ageText(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
