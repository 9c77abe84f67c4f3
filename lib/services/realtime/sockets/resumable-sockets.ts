import { z } from "zod";
import type { Random } from "@/lib/core/ports/random";
import type { SocketRegistry } from "@/lib/core/ports/socket-registry";

const KeptTopicPosition = z.object({ topic: z.string(), epoch: z.string(), number: z.number() });
const KeptTablePosition = z.object({ table: z.string(), cursor: z.string() });

/** The position of a socket's subscription when its client last answered. */
export type KeptTopicPosition = z.infer<typeof KeptTopicPosition>;
export type KeptTablePosition = z.infer<typeof KeptTablePosition>;
export type KeptPosition = KeptTopicPosition | KeptTablePosition;

interface SocketOwner {
  projectId: string;
  userId: string | null;
}

const Stored = z.object({
  projectId: z.string(),
  userId: z.string().nullable(),
  positions: z.array(z.tuple([z.string(), z.union([KeptTopicPosition, KeptTablePosition])])),
});

interface ResumableSocket {
  readonly owner: SocketOwner;
  /** Ends, and has the state that its client may go on from kept. */
  giveWay(): Promise<void>;
}

/** The positions by the id of their subscription. */
export type KeptPositions = ReadonlyMap<string, KeptPosition>;

/** Sockets that were lost a moment ago, by a secret that only their client knows. */
export class ResumableSockets {
  readonly #random: Random;
  readonly #registry: SocketRegistry;
  readonly #open = new Map<string, ResumableSocket>();

  constructor(random: Random, registry: SocketRegistry) {
    [this.#random, this.#registry] = [random, registry];
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

  /** Keeps the positions of a socket that has ended. If that fails, its client comes back to a gap. */
  async keep(id: string, owner: SocketOwner, positions: KeptPositions): Promise<void> {
    const { projectId, userId } = owner;
    const text = JSON.stringify({ projectId, userId, positions: [...positions] } satisfies z.infer<typeof Stored>);
    await this.#registry.keep(id, text).catch(() => undefined);
  }

  /** Returns the kept state of the socket, once, to the same user of the same project. */
  async take(id: string, owner: SocketOwner): Promise<KeptPositions | null> {
    const open = this.#open.get(id);
    if (open && isOf(open.owner, owner)) await open.giveWay();
    const fits = (text: string) => isOf(Stored.parse(JSON.parse(text)), owner);
    const text = await this.#registry.take(id, fits).catch(() => null);
    return text === null ? null : new Map(Stored.parse(JSON.parse(text)).positions);
  }
}

function isOf(owner: SocketOwner, { projectId, userId }: SocketOwner): boolean {
  return owner.projectId === projectId && owner.userId === userId;
}
