import type { PresenceMember, TopicFollower } from "@/lib/core/ports/topic-log";

/** A topic as Redis has it: the messages behind a number, and the members by id. */
export interface ReadTopic {
  epoch: string;
  last: number;
  messages: { number: number; body: string }[];
  /** The members by id; a value is the id of the member's process and the member's JSON. */
  members: ReadonlyMap<string, string>;
}

/** A topic that a process follows. Hands on each message once, and a restart where one is missing. */
export class FollowedTopic {
  readonly projectId: string;
  readonly topic: string;
  /** The members of this process, as JSON. */
  readonly own = new Map<string, string>();
  /** The followers are still to be told that messages are missing. */
  isLost = false;
  readonly #follower: TopicFollower;
  #others = new Map<string, string>();
  #epoch: string | null = null;
  #last = 0;

  constructor(projectId: string, topic: string, follower: TopicFollower) {
    [this.projectId, this.topic, this.#follower] = [projectId, topic, follower];
  }

  get last(): number {
    return this.#last;
  }

  /** The processes that other members are of. */
  get others(): { id: string; processId: string }[] {
    return [...this.#others].map(([id, value]) => ({ id, processId: processOf(value) }));
  }

  /** Takes a message that was announced, or with `null` the word that some are missing. Returns `false` where it can't. */
  hear(epoch: string, number: number, body: string | null): boolean {
    if (epoch !== this.#epoch) return false;
    if (number <= this.#last) return true;
    if (body === null) this.#restart(epoch, number);
    else if (number === this.#last + 1) this.#hand(number, body);
    else return false;
    return true;
  }

  show(id: string, member: PresenceMember | null): void {
    this.#follower.member(id, member);
  }

  /** Takes a member of another process. */
  showOther(id: string, processId: string, member: string): void {
    if (member === "null") this.#others.delete(id);
    else this.#others.set(id, `${processId} ${member}`);
    this.show(id, JSON.parse(member));
  }

  /** Takes the messages read behind `last`. */
  take({ epoch, last, messages }: ReadTopic): void {
    if (this.#epoch === null) this.#restart(epoch, startOf(last, messages));
    else if (epoch !== this.#epoch) this.#restart(epoch, last);
    for (const { number, body } of messages) if (number === this.#last + 1) this.#hand(number, body);
    if (this.#last < last) this.#restart(epoch, last);
  }

  /** Takes who is there of other processes. */
  takeMembers(members: Map<string, string>): void {
    const before = this.#others;
    this.#others = members;
    for (const id of before.keys()) if (!members.has(id)) this.show(id, null);
    for (const [id, value] of members) {
      if (before.get(id) !== value) this.show(id, JSON.parse(value.slice(value.indexOf(" ") + 1)));
    }
  }

  #hand(number: number, body: string): void {
    this.#last = number;
    this.#follower.message(number, body);
  }

  #restart(epoch: string, number: number): void {
    [this.#epoch, this.#last] = [epoch, number];
    this.#follower.restart({ epoch, number });
  }
}

export function processOf(value: string): string {
  return value.slice(0, value.indexOf(" "));
}

/** Returns the number behind which all messages are there. */
function startOf(last: number, messages: ReadTopic["messages"]): number {
  return messages.reduceRight((start, { number }) => (number === start ? number - 1 : start), last);
}
