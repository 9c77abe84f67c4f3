import type { Context } from "@/lib/core/context";
import { Topic } from "@/lib/sign-in/projects/realtime-settings";
import type { ChangeFeed } from "./changes/feed/change-feed";
import type { MessageListener } from "./changes/feed/subscription";
import { findProjectDatabase } from "./changes/tables/find-project-database";
import type { ConnectionRegistry } from "./sockets/connection-registry";
import { EventName } from "./sockets/frames";
import type { OpenProject } from "./sockets/open-project";
import { mayUseTopic } from "./sockets/topic-rules";

/** The time until another look at a project whose database sent nothing, or could not be read. */
const AGAIN_MS = 30_000;

interface Following {
  /** Resolves once messages are heard, or it is known that none can be. */
  begun: Promise<void>;
  stop(): void;
}

/**
 * Hands the messages that customers send by `coppice_realtime.send` to the topics of their projects, while somebody has
 * a socket.
 */
export class SqlMessages {
  readonly #ctx: Context;
  readonly #feed: ChangeFeed;
  readonly #connections: ConnectionRegistry;
  readonly #following = new Map<string, Following>();

  constructor(parts: { ctx: Context; feed: ChangeFeed; connections: ConnectionRegistry }) {
    [this.#ctx, this.#feed, this.#connections] = [parts.ctx, parts.feed, parts.connections];
  }

  /** Resolves when every later message reaches the project's topics, or a gap in its place. */
  follow(project: OpenProject): Promise<void> {
    const known = this.#following.get(project.id);
    if (known) return known.begun;
    const following = this.#begin(project);
    this.#following.set(project.id, following);
    return following.begun;
  }

  /** Stops for projects that have no socket any more. */
  sweep(): void {
    const open = new Set(this.#connections.projects.map(({ id }) => id));
    for (const [id, { stop }] of this.#following) {
      if (open.has(id)) continue;
      this.#following.delete(id);
      stop();
    }
  }

  close(): void {
    for (const { stop } of this.#following.values()) stop();
    this.#following.clear();
  }

  #begin(project: OpenProject): Following {
    let [stopListening, timer, hasStopped] = [() => {}, undefined as NodeJS.Timeout | undefined, false];
    const listen = async (isFirst: boolean): Promise<void> => {
      try {
        const database = await findProjectDatabase(this.#ctx, project.id);
        const stop = await this.#feed.listen(database, this.#listenerFor(project, again));
        if (hasStopped) return stop();
        stopListening = stop;
        if (!isFirst) this.#connections.topics.loseAll(project.id);
      } catch {
        again();
      }
    };
    const again = () => {
      stopListening();
      if (!hasStopped) timer = setTimeout(() => void listen(false), AGAIN_MS).unref();
    };
    return {
      begun: listen(true),
      stop() {
        hasStopped = true;
        clearTimeout(timer);
        stopListening();
      },
    };
  }

  #listenerFor(project: OpenProject, end: () => void): MessageListener {
    return {
      hear: ({ id, topic, event, payload }) => {
        if (!Topic.safeParse(topic).success || !EventName.safeParse(event).success) return;
        if (!mayUseTopic(project.standing.rules, topic, "server", "publish")) return;
        // Each process that follows the project hears of it.
        this.#connections
          .send(project, { topic, event, payload }, id)
          .catch(() => this.#connections.log.lose(project.id, topic));
      },
      lose: () => this.#connections.topics.loseAll(project.id),
      end,
    };
  }
}
