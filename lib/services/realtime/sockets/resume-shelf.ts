import type { Random } from "@/lib/core/ports/random";
import { KEPT_MS } from "./message-ring";

const MAX_KEPT = 20_000;

/** Where a socket's subscription was when its client last answered. */
export interface KeptPosition {
  topic: string;
  epoch: string;
  number: number;
}

/** What is kept of a socket that is gone, for its client to go on. */
export interface KeptSocket {
  projectId: string;
  userId: string | null;
  positions: ReadonlyMap<string, KeptPosition>;
}

/** Sockets that were lost a moment ago, by a secret that only their client knows. */
export class ResumeShelf {
  readonly #random: Random;
  readonly #sockets = new Map<string, KeptSocket & { until: number }>();

  constructor(random: Random) {
    this.#random = random;
  }

  createId(): string {
    return Buffer.from(this.#random.bytes(24)).toString("base64url");
  }

  keep(id: string, socket: KeptSocket): void {
    this.#sockets.set(id, { ...socket, until: performance.now() + KEPT_MS });
    const [oldest] = this.#sockets.keys();
    if (this.#sockets.size > MAX_KEPT && oldest !== undefined) this.#sockets.delete(oldest);
  }

  /** Returns what is kept of the socket, once, to the same user of the same project. */
  take(id: string, owner: Pick<KeptSocket, "projectId" | "userId">): KeptSocket | null {
    const kept = this.#sockets.get(id);
    if (!kept || kept.projectId !== owner.projectId || kept.userId !== owner.userId) return null;
    this.#sockets.delete(id);
    return kept.until < performance.now() ? null : kept;
  }

  sweep(): void {
    const now = performance.now();
    for (const [id, { until }] of this.#sockets) if (until < now) this.#sockets.delete(id);
  }
}
