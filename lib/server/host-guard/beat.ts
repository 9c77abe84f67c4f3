import type { Volume } from "./observe/volumes";
import type { GuardSession } from "./session";

const EVERY_MILLISECONDS = 5_000;

/** Tells the control plane that the guard is alive, and how full the volumes are. */
export class Beat {
  readonly #session: GuardSession;
  readonly #startedAt = new Date();
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(session: GuardSession) {
    this.#session = session;
  }

  async write(volumes: readonly Volume[]): Promise<void> {
    if (performance.now() - this.#writtenAt < EVERY_MILLISECONDS) return;
    await this.#session.query(
      `INSERT INTO host_guard.beat (at, started_at, volumes) VALUES (now(), $1, $2)
       ON CONFLICT (is_single) DO UPDATE SET at = excluded.at, started_at = excluded.started_at, volumes = excluded.volumes`,
      [this.#startedAt, JSON.stringify(volumes)],
    );
    this.#writtenAt = performance.now();
  }
}
