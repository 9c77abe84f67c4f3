import { constants, getPriority, setPriority } from "node:os";
import type { CustomerSession } from "../observe/sessions";

/** A database may keep this much of one processor busy before its sessions give way to others. */
const BUSY_SHARE = 0.5;
const WINDOW_SECONDS = 2;

/**
 * Lowers the priority of the sessions of databases that keep processors busy, so that they run in the time that others
 * leave. Who is not root cannot raise a priority again, so a session keeps it until it ends.
 */
export class ProcessorFairness {
  #windowStartedAt = performance.now();
  #cpuAtStart = new Map<number, number>();
  #busy = new Set<string>();

  apply(sessions: readonly CustomerSession[]): void {
    const seconds = (performance.now() - this.#windowStartedAt) / 1_000;
    if (seconds >= WINDOW_SECONDS) this.#startWindow(sessions, seconds);
    for (const { databaseId, pid, state } of sessions) {
      if (state === "active" && this.#busy.has(databaseId)) lower(pid);
    }
  }

  #startWindow(sessions: readonly CustomerSession[], seconds: number): void {
    const used = new Map<string, number>();
    for (const { databaseId, pid, cpuSeconds } of sessions) {
      const spent = cpuSeconds - (this.#cpuAtStart.get(pid) ?? 0);
      used.set(databaseId, (used.get(databaseId) ?? 0) + spent);
    }
    this.#busy = new Set([...used].filter(([, spent]) => spent > BUSY_SHARE * seconds).map(([id]) => id));
    this.#cpuAtStart = new Map(sessions.map(({ pid, cpuSeconds }) => [pid, cpuSeconds]));
    this.#windowStartedAt = performance.now();
  }
}

function lower(pid: number): void {
  try {
    if (getPriority(pid) < constants.priority.PRIORITY_LOW) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The session has ended.
  }
}
