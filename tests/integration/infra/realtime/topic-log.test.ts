import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_MEMBERS, type PresenceMember, type TopicFollower, type TopicLog } from "@/lib/core/ports/topic-log";
import { MemoryTopicLog } from "@/lib/infra/realtime/memory-topic-log";
import { RedisTopicLog } from "@/lib/infra/realtime/redis-topic-log";
import { random } from "@/tests/support/context";
import { RedisServer } from "@/tests/support/redis-server";

const PROJECT = "p_00000000000000000001";
const TOPIC = "room:1";
const patient = { interval: 10 };
const often = { perSecond: 1_000 };

let redis: RedisServer;
let errors: unknown[];
const open: TopicLog[] = [];

beforeEach(async () => {
  redis = await RedisServer.start();
  errors = [];
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((log) => log.close()));
  await redis.stop();
});

function keep<T extends TopicLog>(log: T): T {
  open.push(log);
  return log;
}

const shared = (leaseMs?: number) => keep(new RedisTopicLog(redis.url, (error) => errors.push(error), leaseMs));
const alone = () => keep(new MemoryTopicLog(random));

/** A follower that notes its messages as words; a restart has the number of times that the epoch has changed. */
function follower() {
  const told: string[] = [];
  const members = new Map<string, PresenceMember>();
  const epochs: string[] = [];
  const follow: TopicFollower = {
    restart({ epoch, number }) {
      if (!epochs.includes(epoch)) epochs.push(epoch);
      told.push(`restart ${epochs.indexOf(epoch)} ${number}`);
    },
    message: (number, body) => void told.push(`${number} ${body}`),
    member: (id, member) => void (member ? members.set(id, member) : members.delete(id)),
  };
  return { told, members, epochs, follow };
}

async function followed(log: TopicLog, topic = TOPIC) {
  const made = follower();
  await log.follow(PROJECT, topic, made.follow);
  return made;
}

const say = (log: TopicLog, body: string, options = {}) =>
  log.append(PROJECT, [{ topic: TOPIC, body }], { ...often, ...options });
const member = (state: object): PresenceMember => ({ userId: "usr_a", state: { ...state } });

describe.each([
  ["in memory", alone],
  ["in Redis", shared],
])("a topic %s", (_where, make) => {
  it("hands each message to its followers, in order, and to nobody else", async () => {
    const log = make();
    const other = await followed(log, "room:2");
    const one = await followed(log);
    await Promise.all(["a", "b", "c"].map((body) => say(log, body)));
    await expect.poll(() => one.told, patient).toEqual(["restart 0 0", "1 a", "2 b", "3 c"]);
    expect(other.told).toEqual(["restart 0 0"]);
    await log.append("p_00000000000000000002", [{ topic: TOPIC, body: "x" }], often);
    log.unfollow(PROJECT, TOPIC);
    await say(log, "d");
    await log.append(PROJECT, [{ topic: "room:2", body: "e" }], often);
    await expect.poll(() => other.told.at(-1), patient).toBe("1 e");
    expect(one.told).toHaveLength(4);
  });

  it("takes all messages or none beyond the project's limit", async () => {
    const log = make();
    const one = await followed(log);
    const five = Array.from({ length: 5 }, (_, index) => ({ topic: TOPIC, body: String(index) }));
    expect(await log.append(PROJECT, five.slice(1), { perSecond: 1 })).toBe(4);
    const refused = log.append(PROJECT, five, { perSecond: 1 });
    await expect(refused).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 });
    await say(log, "last");
    await expect.poll(() => one.told.at(-1), patient).toBe("5 last");
  });

  it("tells that messages are missing", async () => {
    const log = make();
    const one = await followed(log);
    await say(log, "a");
    log.lose(PROJECT, TOPIC);
    await expect.poll(() => one.told, patient).toEqual(["restart 0 0", "1 a", "restart 0 2"]);
    await say(log, "b");
    await expect.poll(() => one.told.at(-1), patient).toBe("3 b");
  });

  it("RT-11: shows a thousand members, their states, and departures", async () => {
    const log = make();
    const one = await followed(log);
    const ids = Array.from({ length: MAX_MEMBERS }, (_, index) => `m${index}`);
    expect(await Promise.all(ids.map((id) => log.enter(PROJECT, TOPIC, id, member({}))))).not.toContain(false);
    expect(await log.enter(PROJECT, TOPIC, "more", member({}))).toBe(false);
    expect(await log.enter(PROJECT, TOPIC, "m7", member({ busy: true }))).toBe(true);
    expect(one.members.get("m7")).toEqual(member({ busy: true }));
    expect([...one.members.keys()]).toEqual(ids);
    log.leave(PROJECT, TOPIC, "m8");
    expect(one.members.has("m8")).toBe(false);
    await expect.poll(() => log.enter(PROJECT, TOPIC, "more", member({})), patient).toBe(true);
  });
});

describe("a topic that several processes follow", () => {
  it("has the same messages, numbers and epoch in each, for any sender and any late comer", async () => {
    const logs = [shared(), shared(), shared()];
    const [first, second, sender] = logs;
    if (!first || !second || !sender) throw new Error("there are three");
    const told = [await followed(first), await followed(second)];
    await Promise.all(Array.from({ length: 30 }, (_, index) => say(logs[index % 3] ?? sender, String(index))));
    await expect.poll(() => told.map((one) => one.told.length), patient).toEqual([31, 31]);
    expect(told[0]?.told).toEqual(told[1]?.told);
    const late = await followed(sender);
    expect(late.told).toEqual(told[0]?.told);
    expect(late.epochs).toEqual(told[0]?.epochs);
  });

  it("has one message if each of them appends it by the same name", async () => {
    const logs = [shared(), shared()];
    const told = await Promise.all(logs.map((log) => followed(log)));
    const appended = logs.map(async (log) => {
      const counts = ["1.1", "1.2", "1.3"].map((once) => say(log, once, { once }));
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    });
    expect((await Promise.all(appended)).reduce((sum, count) => sum + count, 0)).toBe(3);
    await say(logs[0] ?? shared(), "end");
    const whole = ["restart 0 0", "1 1.1", "2 1.2", "3 1.3", "4 end"];
    await expect.poll(() => told.map((one) => one.told), patient).toEqual([whole, whole]);
  });

  it("reads messages that were not announced, and tells where that isn't there any more", async () => {
    const [log, sender] = [shared(), shared()];
    const one = await followed(log);
    const deaf = () => redis.run((client) => client.call("CLIENT", "KILL", "TYPE", "pubsub"));
    await say(sender, "a");
    await expect.poll(() => one.told.at(-1), patient).toBe("1 a");
    await deaf();
    await say(sender, "b");
    await expect.poll(() => one.told, patient).toEqual(["restart 0 0", "1 a", "2 b"]);
    await deaf();
    await say(sender, "c");
    await redis.run((client) => client.del(`coppice:topics:{${PROJECT}}:stream:${TOPIC}`));
    await expect
      .poll(() => one.told.slice(3), patient)
      .toSatisfy((rest: string[]) => {
        return ["3 c", "restart 0 3"].includes(rest.join());
      });
    await say(sender, "d");
    await expect.poll(() => one.told.at(-1), patient).toBe("4 d");
  });

  it("RT-07: begins anew when Redis comes back empty, and says that nothing can be sent meanwhile", async () => {
    const [log, other] = [shared(300), shared(300)];
    const told = [await followed(log), await followed(other)];
    await say(log, "a");
    await log.enter(PROJECT, TOPIC, "m1", member({}));
    await expect.poll(() => told.map((one) => one.told.at(-1)), patient).toEqual(["1 a", "1 a"]);
    await redis.stop();
    await expect(say(log, "b")).rejects.toMatchObject({ code: "service_unavailable" });
    await expect(followed(log, "room:2")).rejects.toMatchObject({ code: "service_unavailable" });
    log.lose(PROJECT, TOPIC);
    await redis.start();
    const restarts = () => told.map((one) => one.told.filter((word) => word.startsWith("restart 1")).length > 0);
    await expect.poll(restarts, patient).toEqual([true, true]);
    await expect.poll(() => say(log, "c").catch(() => 0), patient).toBe(1);
    await expect.poll(() => told.map((one) => one.told.at(-1)?.endsWith(" c")), patient).toEqual([true, true]);
    expect(told[0]?.epochs).toEqual(told[1]?.epochs);
    await expect.poll(() => told[1]?.members.has("m1"), patient).toBe(true);
  });

  it("goes on without a gap where Redis was only not to be reached, but for messages that could not be appended", async () => {
    const [log, other] = [shared(300), shared(300)];
    const told = [await followed(log), await followed(other)];
    await say(log, "a");
    redis.freeze();
    await expect(say(log, "b")).rejects.toMatchObject({ code: "service_unavailable" });
    redis.thaw();
    await expect.poll(() => say(other, "c").catch(() => 0), patient).toBe(1);
    // A refused message may have been on its way, and is appended before or after then.
    await expect
      .poll(() => told.map((one) => one.told.some((word) => word.endsWith(" c"))), patient)
      .toEqual([true, true]);
    await expect.poll(() => told[0]?.told, patient).toEqual(told[1]?.told);
    expect(told.map((one) => one.told.filter((word) => word.startsWith("restart")).length)).toEqual([1, 1]);
  });

  it("tells later the news that could not be told immediately: that messages are missing", async () => {
    const [log, other] = [shared(300), shared(300)];
    const told = [await followed(log), await followed(other)];
    redis.freeze();
    log.lose(PROJECT, TOPIC);
    await expect.poll(() => errors.length, patient).toBeGreaterThan(0);
    redis.thaw();
    await expect.poll(() => told.every((one) => one.told.length > 1), patient).toBe(true);
    for (const one of told) expect(one.told[1]).toMatch(/^restart 0/);
  });

  it("tells once that messages are missing, also beside a renewal", async () => {
    const log = shared(30);
    const numbers: number[] = [];
    const restart = ({ number }: { number: number }) => {
      numbers.push(number);
      if (number < 1_000) log.lose(PROJECT, TOPIC);
    };
    await log.follow(PROJECT, TOPIC, { ...follower().follow, restart });
    await expect.poll(() => numbers.length, patient).toBeGreaterThan(1_000);
    await say(log, "a");
    expect(numbers).toEqual(Array.from({ length: 1_001 }, (_, number) => number));
  });

  it("shows the members of each, and those of a killed process leave when its lease ends", async () => {
    const [log, other] = [shared(600), shared(600)];
    const told = [await followed(log), await followed(other)];
    await log.enter(PROJECT, TOPIC, "m1", member({}));
    await other.enter(PROJECT, TOPIC, "m2", member({}));
    // As a process has left it that was killed.
    await redis.run(async (client) => {
      await client.hset(`coppice:topics:{${PROJECT}}:members:${TOPIC}`, "m3", 'gone {"state":{}}');
      await client.set("coppice:realtime:process:gone", 1);
    });
    const seen = () => told.map(({ members }) => [...members.keys()].toSorted());
    const all = ["m1", "m2", "m3"];
    await expect.poll(seen, patient).toEqual([all, all]);
    const late = await followed(shared(600));
    expect([...late.members.keys()].toSorted()).toEqual(all);
    await redis.run((client) => client.del("coppice:realtime:process:gone"));
    await expect.poll(seen, patient).toEqual([all.slice(0, 2), all.slice(0, 2)]);
    await other.close();
    await expect.poll(() => [...late.members.keys()], patient).toEqual(["m1"]);
  });
});
