import { describe, expect, it } from "vitest";
import { mayUseTopic, type TopicCaller } from "@/lib/services/realtime/sockets/topic-rules";
import { RealtimeSettings } from "@/lib/sign-in/projects/realtime-settings";

const { topics: rules } = RealtimeSettings.parse({
  topics: [
    { pattern: "user:{sub}", publish: "none" },
    { pattern: "user:*", subscribe: "anyone", publish: "anyone", presence: "anyone" },
    { pattern: "room:*:chat", subscribe: "anyone", publish: "signed-in", presence: "signed-in" },
    { pattern: "news", subscribe: "anyone" },
  ],
});

const VISITOR: TopicCaller = { userId: null };
const USER: TopicCaller = { userId: "usr_a" };

describe("the rules of topics", () => {
  it.each([
    ["a user's own topic", "user:usr_a", USER, "subscribe", true],
    ["nor a later rule for another's", "user:usr_b", USER, "subscribe", false],
    ["nor for a visitor", "user:usr_a", VISITOR, "subscribe", false],
    ["what nobody may publish, not even servers", "user:usr_a", "server", "publish", false],
    ["a part between colons", "room:7:chat", VISITOR, "subscribe", true],
    ["nor more parts than the pattern has", "room:7:8:chat", VISITOR, "subscribe", false],
    ["nor fewer", "room:chat", VISITOR, "subscribe", false],
    ["visitors only where anyone may", "room:7:chat", VISITOR, "publish", false],
    ["users where those who are signed in may", "room:7:chat", USER, "publish", true],
    ["servers where users may", "room:7:chat", "server", "publish", true],
    ["users nothing that is for servers", "news", USER, "publish", false],
    ["servers what is for servers, which is the default", "news", "server", "publish", true],
    ["presence to nobody by default", "news", "server", "presence", false],
    ["nothing without a rule", "other", "server", "publish", false],
  ] as const)("allow %s", (_, topic, caller, action, expected) => {
    expect(mayUseTopic(rules, topic, caller, action)).toBe(expected);
  });

  it.each(["*x", "room:**", "room:", ":room", "röom", "room {sub}", "{other}", "room:{sub}x", ""])(
    "refuse the pattern %j",
    (pattern) => {
      expect(RealtimeSettings.safeParse({ topics: [{ pattern }] }).success).toBe(false);
    },
  );
});
