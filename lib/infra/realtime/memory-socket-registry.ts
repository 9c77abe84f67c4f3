import type { RealtimeFigures } from "@/lib/core/ports/realtime-exchange";
import type { SocketRegistry } from "@/lib/core/ports/socket-registry";

const KEPT_MS = 120_000;
const MAX_KEPT = 20_000;

/** Keeps the state that sockets leave in the one process that serves them. */
export class MemorySocketRegistry implements SocketRegistry {
  readonly #kept = new Map<string, { text: string; until: number }>();

  async keep(id: string, text: string): Promise<void> {
    const now = performance.now();
    this.#kept.set(id, { text, until: now + KEPT_MS });
    // The oldest come first.
    for (const [oldest, { until }] of this.#kept) {
      if (until >= now && this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
  }

  async take(id: string, fits: (text: string) => boolean): Promise<string | null> {
    const kept = this.#kept.get(id);
    if (!kept || kept.until < performance.now() || !fits(kept.text)) return null;
    this.#kept.delete(id);
    return kept.text;
  }

  async note(): Promise<void> {}

  async others(): Promise<RealtimeFigures[]> {
    return [];
  }

  async close(): Promise<void> {
    this.#kept.clear();
  }
}
