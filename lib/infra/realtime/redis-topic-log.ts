import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { ServiceError } from "@/lib/core/errors";
import type { AppendOptions, PresenceMember, TopicFollower, TopicLog } from "@/lib/core/ports/topic-log";
import { FollowedTopic, processOf, type ReadTopic } from "./followed-topic";
import { openRedis, redisUnavailable } from "./open-redis";
import { leaseOf, membersOf, prefixOf, stateOf, streamOf } from "./redis-topic-keys";
import { SCRIPTS } from "./redis-topic-scripts";

/** The members of a process that was killed leave after its lease. */
const LEASE_MS = 30_000;
const RENEWALS_PER_LEASE = 3;
const READ_AT_ONCE = 50;

/**
 * Topics in Redis: each is a stream, whose messages are announced on a channel. Announcements may be lost, which their
 * numbers show; missing messages are read from the stream, at the latest when the lease is renewed.
 */
export class RedisTopicLog implements TopicLog {
  readonly #redis: Redis;
  readonly #channels: Redis;
  readonly #processId = randomUUID();
  readonly #followed = new Map<string, FollowedTopic>();
  readonly #reading = new Map<FollowedTopic, { done: Promise<void>; isBehind: boolean }>();
  readonly #onError: (error: unknown) => void;
  readonly #leaseMs: number;
  readonly #renewal: NodeJS.Timeout;

  constructor(url: string, onError: (error: unknown) => void, leaseMs = LEASE_MS) {
    [this.#onError, this.#leaseMs] = [onError, leaseMs];
    this.#redis = openRedis(url);
    this.#channels = openRedis(url);
    this.#channels.on("message", (channel, text) => this.#hear(channel, text));
    this.#channels.on("ready", () => void this.#renew(true));
    this.#renewal = setInterval(() => void this.#renew(false), leaseMs / RENEWALS_PER_LEASE).unref();
  }

  async append(
    projectId: string,
    messages: { topic: string; body: string }[],
    { perSecond, once = "" }: AppendOptions,
  ): Promise<number> {
    const values = messages.flatMap(({ topic, body }) => [topic, body]);
    const asked = this.#redis.eval(SCRIPTS.append, 0, prefixOf(projectId), perSecond, once, ...values);
    const appended = Number(await this.#answer(asked));
    if (appended >= 0) return appended;
    const message = `The project sends more than ${perSecond.toLocaleString("en")} messages a second.`;
    throw new ServiceError("rate_limited", message, { retryAfterSeconds: 1 });
  }

  lose(projectId: string, topic: string): void {
    void this.#tellLost(projectId, topic).catch(this.#onError);
  }

  async follow(projectId: string, topic: string, follower: TopicFollower): Promise<void> {
    const channel = stateOf(projectId, topic);
    const followed = new FollowedTopic(projectId, topic, follower);
    this.#followed.set(channel, followed);
    try {
      await this.#answer(this.#channels.subscribe(channel));
      await this.#answer(this.#catchUp(followed));
    } catch (error) {
      this.unfollow(projectId, topic);
      throw error;
    }
  }

  unfollow(projectId: string, topic: string): void {
    const channel = stateOf(projectId, topic);
    this.#followed.delete(channel);
    this.#channels.unsubscribe(channel).catch(() => undefined);
  }

  async enter(projectId: string, topic: string, id: string, member: PresenceMember): Promise<boolean> {
    const followed = this.#followed.get(stateOf(projectId, topic));
    if (!followed) return false;
    const before = followed.own.get(id);
    followed.own.set(id, JSON.stringify(member));
    const restore = () => (before === undefined ? followed.own.delete(id) : followed.own.set(id, before));
    const asked = this.#enter(followed, id);
    const isIn = await this.#answer(asked).catch((error) => {
      restore();
      throw error;
    });
    if (isIn) followed.show(id, member);
    else restore();
    return isIn;
  }

  leave(projectId: string, topic: string, id: string): void {
    const followed = this.#followed.get(stateOf(projectId, topic));
    if (!followed?.own.delete(id)) return;
    followed.show(id, null);
    void this.#leave(followed, id, this.#processId).catch(this.#onError);
  }

  async close(): Promise<void> {
    clearInterval(this.#renewal);
    const all = [...this.#followed.values()];
    const left = all.flatMap((one) => [...one.own.keys()].map((id) => this.#leave(one, id, this.#processId)));
    await Promise.allSettled([...left, this.#redis.del(leaseOf(this.#processId))]);
    this.#followed.clear();
    this.#redis.disconnect();
    this.#channels.disconnect();
  }

  #hear(channel: string, text: string): void {
    const followed = this.#followed.get(channel);
    const [, kind, first, second, rest] = /^(\w+) (\S+) (\S+) (.*)$/s.exec(text) ?? [];
    if (!followed || first === undefined || second === undefined || rest === undefined) return;
    if (kind === "member") {
      if (first !== this.#processId) followed.showOther(second, first, rest);
      // A read that has begun may be of a moment before.
      const reading = this.#reading.get(followed);
      if (reading) reading.isBehind = true;
    } else if (!followed.hear(first, Number(second), kind === "message" ? rest : null)) {
      void this.#catchUp(followed).catch(this.#onError);
    }
  }

  /** Reads missing messages, once more where something came meanwhile. */
  #catchUp(followed: FollowedTopic): Promise<void> {
    const known = this.#reading.get(followed);
    if (known) {
      known.isBehind = true;
      return known.done;
    }
    const reading = { done: Promise.resolve(), isBehind: true };
    const read = async () => {
      while (reading.isBehind) {
        reading.isBehind = false;
        await this.#read(followed);
      }
    };
    reading.done = read().finally(() => this.#reading.delete(followed));
    this.#reading.set(followed, reading);
    return reading.done;
  }

  async #read(followed: FollowedTopic): Promise<void> {
    const { projectId, topic, last } = followed;
    const keys = [stateOf(projectId, topic), streamOf(projectId, topic), membersOf(projectId, topic)];
    const answer = await this.#redis.eval(SCRIPTS.read, keys.length, ...keys, randomUUID(), last);
    if (this.#followed.get(stateOf(projectId, topic)) !== followed) return;
    const found = readTopic(answer as [string, string, string[], string[]]);
    followed.take(found);
    const isOwn = ([, value]: [string, string]) => processOf(value) === this.#processId;
    const members = [...found.members];
    followed.takeMembers(new Map(members.filter((one) => !isOwn(one))));
    // Redis may have been empty, or away, when members came and left.
    for (const id of followed.own.keys()) if (!found.members.has(id)) await this.#enter(followed, id);
    for (const [id] of members.filter(isOwn)) {
      if (!followed.own.has(id)) await this.#leave(followed, id, this.#processId);
    }
  }

  async #renew(isAnew: boolean): Promise<void> {
    try {
      await this.#redis.set(leaseOf(this.#processId), 1, "PX", this.#leaseMs);
      const channels = [...this.#followed.keys()];
      if (isAnew && channels.length > 0) await this.#channels.subscribe(...channels);
      // A connection that is dead without a word is made anew, and comes back here.
      else await this.#channels.ping().catch(() => this.#channels.disconnect(true));
      const all = [...this.#followed.values()];
      for (let next = 0; next < all.length; next += READ_AT_ONCE) {
        await Promise.all(all.slice(next, next + READ_AT_ONCE).map((one) => this.#renewTopic(one)));
      }
      await this.#removeDead(all);
    } catch (error) {
      this.#onError(error);
    }
  }

  async #renewTopic(followed: FollowedTopic): Promise<void> {
    if (followed.isLost) await this.#tellLost(followed.projectId, followed.topic);
    await this.#catchUp(followed);
  }

  /** The members of processes whose lease has ended leave. */
  async #removeDead(all: readonly FollowedTopic[]): Promise<void> {
    const processes = new Set(all.flatMap(({ others }) => others.map(({ processId }) => processId)));
    for (const processId of processes) {
      if ((await this.#redis.exists(leaseOf(processId))) === 1) continue;
      for (const followed of all) {
        const dead = followed.others.filter((one) => one.processId === processId);
        for (const { id } of dead) await this.#leave(followed, id, processId);
      }
    }
  }

  /** Tells every process that messages are missing; the next renewal tells it again if Redis refuses or is away. */
  async #tellLost(projectId: string, topic: string): Promise<void> {
    const followed = this.#followed.get(stateOf(projectId, topic));
    if (followed) followed.isLost = false;
    try {
      await this.#redis.eval(SCRIPTS.lose, 2, stateOf(projectId, topic), streamOf(projectId, topic));
    } catch (error) {
      if (followed) followed.isLost = true;
      throw error;
    }
  }

  async #enter({ projectId, topic, own }: FollowedTopic, id: string): Promise<boolean> {
    const keys = [stateOf(projectId, topic), membersOf(projectId, topic)];
    const member = own.get(id) ?? "null";
    return (await this.#redis.eval(SCRIPTS.enter, keys.length, ...keys, id, this.#processId, member)) === 1;
  }

  async #leave({ projectId, topic }: FollowedTopic, id: string, processId: string): Promise<void> {
    await this.#redis.eval(SCRIPTS.leave, 2, stateOf(projectId, topic), membersOf(projectId, topic), id, processId);
  }

  async #answer<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (cause) {
      this.#onError(cause);
      throw redisUnavailable("Topics can't be reached right now. Try again in a moment.", cause);
    }
  }
}

function readTopic([epoch, last, found, members]: [string, string, string[], string[]]): ReadTopic {
  return {
    ...{ epoch, last: Number(last), members: new Map(pairsOf(members)) },
    messages: pairsOf(found).map(([number, body]) => ({ number: Number(number), body })),
  };
}

function pairsOf(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] ?? "", flat[2 * index + 1] ?? ""]);
}
