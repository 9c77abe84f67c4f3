import type { ActionWords } from "./words";

/** Actions on published tables and on topics. */
export const REALTIME = {
  "realtime_table.publish": {
    label: "Published a table's changes",
    sentence: "published the changes of {table} to {audience}",
  },
  "realtime_table.unpublish": {
    label: "Stopped publishing a table's changes",
    sentence: "stopped publishing the changes of {table}",
  },
  "realtime.inspect": {
    label: "Inspected realtime as a user",
    sentence: ({ user }) => `inspected {of} in realtime as ${user === null ? "a visitor" : "the user {user}"}`,
  },
  "realtime.send_test": {
    label: "Sent a test message to a topic",
    sentence: "sent the test message {event} to the topic {topic}",
  },
} satisfies Record<string, ActionWords>;
