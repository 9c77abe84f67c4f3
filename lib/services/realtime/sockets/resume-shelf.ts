import type { Random } from "@/lib/core/ports/random";
import { KEPT_MS } from "./message-ring";

const MAX_KEPT = 20_000;

/** Where a socket's subscription was when its client last answered. */
export interface KeptPosition {
  topic: string;
  epoch: string;
  number: number;
}

interface SocketOwner {
  projectId: string;
  userId: string | null;
}

interface ResumableSocket {
  readonly owner: SocketOwner;
  /** Ends, and has what its client may go on from kept. */
  giveWay(): void;
}

/** What is kept of a socket that is gone, for its client to go on. */
export interface KeptSocket extends SocketOwner {
  positions: ReadonlyMap<string, KeptPosition>;
}

/** Sockets that were lost a moment ago, by a secret that only their client knows. */
export class ResumeShelf {
  readonly #random: Random;
  readonly #sockets = new Map<string, KeptSocket & { until: number }>();
  readonly #open = new Map<string, ResumableSocket>();

  constructor(random: Random) {
    this.#random = random;
  }

  createId(): string {
    return Buffer.from(this.#random.bytes(24)).toString("base64url");
  }

  /** Notes a socket that is open: its client may come back before the service notices that it is gone. */
  add(id: string, socket: ResumableSocket): void {
    this.#open.set(id, socket);
  }

  delete(id: string): void {
    this.#open.delete(id);
  }

  keep(id: string, socket: KeptSocket): void {
    this.#sockets.set(id, { ...socket, until: performance.now() + KEPT_MS });
    const [oldest] = this.#sockets.keys();
    if (this.#sockets.size > MAX_KEPT && oldest !== undefined) this.#sockets.delete(oldest);
  }

  /** Returns what is kept of the socket, once, to the same user of the same project. */
  take(id: string, owner: SocketOwner): KeptSocket | null {
    const open = this.#open.get(id);
    if (open && isOf(open.owner, owner)) open.giveWay();
    const kept = this.#sockets.get(id);
    if (!kept || !isOf(kept, owner)) return null;
    this.#sockets.delete(id);
    return kept.until < performance.now() ? null : kept;
  }

  sweep(): void {
    const now = performance.now();
    for (const [id, { until }] of this.#sockets) if (until < now) this.#sockets.delete(id);
  }
}

function isOf(owner: SocketOwner, { projectId, userId }: SocketOwner): boolean {
  return owner.projectId === projectId && owner.userId === userId;
}
