import type { ServiceContext } from "@/lib/runtime";
import type { ConnectionRegistry } from "@/lib/services/realtime/sockets/connection-registry";
import { countUse } from "@/lib/services/realtime/sockets/count-use";
import { findEnded } from "@/lib/services/realtime/sockets/find-ended";
import { findUsedUp, readStandings } from "@/lib/services/realtime/sockets/standing";
import type { SqlMessages } from "@/lib/services/realtime/sql-messages";
import type { RealtimeTimes } from "./times";

interface Watched {
  ctx: ServiceContext;
  connections: ConnectionRegistry;
  sqlMessages: SqlMessages;
}

/** Looks again and again whether the foundations of sockets still hold, with one statement for all sockets. */
export class RealtimeWatch {
  readonly #ctx: ServiceContext;
  readonly #connections: ConnectionRegistry;
  readonly #sqlMessages: SqlMessages;
  readonly #timers: NodeJS.Timeout[];
  readonly #running = new Set<Promise<void>>();

  constructor({ ctx, connections, sqlMessages }: Watched, times: RealtimeTimes) {
    this.#ctx = ctx;
    this.#connections = connections;
    this.#sqlMessages = sqlMessages;
    this.#timers = [
      this.#every(times.projects, () => this.#checkProjects()),
      this.#every(times.figures, () => connections.noteFigures()),
      this.#every(times.identities, () => this.#checkIdentities()),
      this.#every(times.count, () => countUse(ctx, connections)),
    ];
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#running);
    await countUse(this.#ctx, this.#connections);
  }

  async #checkProjects(): Promise<void> {
    this.#sqlMessages.sweep();
    const projects = this.#connections.projects;
    if (projects.length === 0) return;
    const standings = await readStandings(
      this.#ctx,
      projects.map(({ id }) => id),
    );
    for (const { id, sockets } of projects) {
      const standing = standings.get(id);
      for (const socket of [...sockets]) {
        if (!standing) socket.end("ended");
        else if (!standing.isActive) socket.end("suspended");
        else socket.applyRules(standing);
      }
    }
  }

  async #checkIdentities(): Promise<void> {
    this.#connections.sweep();
    const projects = this.#connections.projects;
    if (projects.length === 0) return;
    const usedUp = await findUsedUp(
      this.#ctx,
      projects.map(({ id }) => id),
    );
    for (const { id, sockets } of projects)
      if (usedUp.has(id)) for (const socket of [...sockets]) socket.end("used-up");
    const sockets = projects.flatMap((project) => [...project.sockets]);
    const ended = await findEnded(
      this.#ctx,
      sockets.map(({ identity }) => identity),
    );
    for (const socket of sockets) if (ended.has(socket.identity)) socket.end("ended");
  }

  /** Failed work is tried again at the next time; work that takes longer isn't begun twice. */
  #every(milliseconds: number, work: () => Promise<void>): NodeJS.Timeout {
    let running: Promise<void> | null = null;
    const run = async () => {
      try {
        await work();
      } catch (error) {
        this.#ctx.log.warn({ err: error }, "sockets could not be checked");
      }
    };
    const begin = () => {
      if (running) return;
      const turn = run().then(() => {
        running = null;
        this.#running.delete(turn);
      });
      running = turn;
      this.#running.add(turn);
    };
    return setInterval(begin, milliseconds).unref();
  }
}
