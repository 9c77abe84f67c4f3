import type { Random } from "@/lib/core/ports/random";
import {
  type AppendOptions,
  MAX_MEMBERS,
  type PresenceMember,
  type TopicFollower,
  type TopicLog,
  type TopicPosition,
} from "@/lib/core/ports/topic-log";
import { SendBudgets } from "@/lib/core/send-budgets";

interface Followed {
  position: TopicPosition;
  follower: TopicFollower;
  members: Set<string>;
}

/** The topics of the one process that serves sockets. */
export class MemoryTopicLog implements TopicLog {
  readonly #random: Random;
  readonly #budgets = new SendBudgets();
  readonly #followed = new Map<string, Followed>();

  constructor(random: Random) {
    this.#random = random;
  }

  async append(
    projectId: string,
    messages: { topic: string; body: string }[],
    { perSecond }: AppendOptions,
  ): Promise<number> {
    this.#budgets.spend(projectId, perSecond, messages.length);
    for (const { topic, body } of messages) {
      const followed = this.#followed.get(idOf(projectId, topic));
      if (!followed) continue;
      followed.position.number += 1;
      followed.follower.message(followed.position.number, body);
    }
    return messages.length;
  }

  lose(projectId: string, topic: string): void {
    const followed = this.#followed.get(idOf(projectId, topic));
    if (!followed) return;
    followed.position.number += 1;
    followed.follower.restart({ ...followed.position });
  }

  async follow(projectId: string, topic: string, follower: TopicFollower): Promise<void> {
    const epoch = Buffer.from(this.#random.bytes(12)).toString("base64url");
    const followed = { position: { epoch, number: 0 }, follower, members: new Set<string>() };
    this.#followed.set(idOf(projectId, topic), followed);
    follower.restart({ ...followed.position });
  }

  unfollow(projectId: string, topic: string): void {
    this.#followed.delete(idOf(projectId, topic));
  }

  async enter(projectId: string, topic: string, id: string, member: PresenceMember): Promise<boolean> {
    const followed = this.#followed.get(idOf(projectId, topic));
    if (!followed) return false;
    if (followed.members.size >= MAX_MEMBERS && !followed.members.has(id)) return false;
    followed.members.add(id);
    followed.follower.member(id, member);
    return true;
  }

  leave(projectId: string, topic: string, id: string): void {
    const followed = this.#followed.get(idOf(projectId, topic));
    if (followed?.members.delete(id)) followed.follower.member(id, null);
  }

  async close(): Promise<void> {
    this.#followed.clear();
  }
}

/** Names of topics have no space. */
function idOf(projectId: string, topic: string): string {
  return `${projectId} ${topic}`;
}
