import { availableParallelism, constants, getPriority, loadavg, setPriority } from "node:os";
import type { CustomerSession } from "../observe/sessions";

/** A database may use this much of the share that one process gets before its sessions give way to others. */
const BUSY_SHARE = 0.5;
const WINDOW_SECONDS = 2;

/**
 * Lowers the priority of the sessions of databases that keep processors busy, so that they run in the time that others
 * leave. A user other than root can't raise a priority again, so a session keeps it until it ends.
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
    const allowed = BUSY_SHARE * processorShare() * seconds;
    this.#busy = new Set([...used].filter(([, spent]) => spent > allowed).map(([id]) => id));
    this.#cpuAtStart = new Map(sessions.map(({ pid, cpuSeconds }) => [pid, cpuSeconds]));
    this.#windowStartedAt = performance.now();
  }
}

/** Returns how much of a processor one of the processes that want to run gets now. */
function processorShare(): number {
  return Math.min(1, availableParallelism() / (loadavg()[0] ?? 0));
}

function lower(pid: number): void {
  try {
    if (getPriority(pid) < constants.priority.PRIORITY_LOW) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The session has ended.
  }
}
