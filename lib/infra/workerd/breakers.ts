import { ServiceError } from "@/lib/core/errors";

const WINDOW_MILLISECONDS = 5 * 60_000;
const KILLS = 3;
const OPEN_MILLISECONDS = 30_000;

/** Keeps versions that had to be ended again and again from being started each time they are asked for. */
export class Breakers {
  readonly #killsByVersion = new Map<string, number[]>();

  note(versionId: string): void {
    const now = performance.now();
    const recent = (this.#killsByVersion.get(versionId) ?? []).filter((at) => at > now - WINDOW_MILLISECONDS);
    this.#killsByVersion.set(versionId, [...recent, now]);
    for (const [id, kills] of this.#killsByVersion) {
      if ((kills.at(-1) ?? 0) < now - WINDOW_MILLISECONDS) this.#killsByVersion.delete(id);
    }
  }

  /** Throws `function_unavailable` for a version that was ended three times in five minutes, until half a minute has passed. */
  requireClosed(versionId: string): void {
    const now = performance.now();
    const recent = (this.#killsByVersion.get(versionId) ?? []).filter((at) => at > now - WINDOW_MILLISECONDS);
    const left = (recent.at(-1) ?? 0) + OPEN_MILLISECONDS - now;
    if (recent.length < KILLS || left <= 0) return;
    throw new ServiceError("function_unavailable", "The function had to be ended several times. Its log says why.", {
      retryAfterSeconds: Math.ceil(left / 1_000),
    });
  }
}
