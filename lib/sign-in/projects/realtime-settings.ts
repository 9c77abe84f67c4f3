import { z } from "zod";

/** No letters that look like others: ASCII alone, in parts with colons between them. */
const TOPIC = /^[A-Za-z0-9_.@~/-]+(?::[A-Za-z0-9_.@~/-]+)*$/;
const PATTERN = /^(?:\*|\{sub\}|[A-Za-z0-9_.@~/-]+)(?::(?:\*|\{sub\}|[A-Za-z0-9_.@~/-]+))*$/;

export const Topic = z
  .string()
  .max(200)
  .regex(TOPIC, "must be parts of A-Z, a-z, 0-9 and _ . @ ~ / - with colons between them, such as room:1");

/** The groups of callers who may do something in a topic; each includes those behind it. */
const Audience = z.enum(["anyone", "signed-in", "server", "none"]);
export type Audience = z.infer<typeof Audience>;

/** A rule for topics that fit the pattern. A topic has the first rule that fits. */
const TopicRule = z.strictObject({
  /** `*` stands for one part between colons, `{sub}` for the user's own id. */
  pattern: z.string().max(200).regex(PATTERN, "must be like room:*, user:{sub} or news"),
  subscribe: Audience.default("signed-in"),
  publish: Audience.default("server"),
  /** The audience that shows its presence, and sees that of others. */
  presence: Audience.default("none"),
});
export type TopicRule = z.infer<typeof TopicRule>;

export const RealtimeSettings = z.strictObject({
  topics: z.array(TopicRule).max(50).default([]),
});
