import { expect, it } from "vitest";
import { endText } from "@/components/dashboard/results/end-text";

it.each([
  ["canceling statement due to user request", "Cancelled. Nothing of this statement lasts."],
  ["canceling statement due to statement timeout", "Took longer than a statement may, and was stopped."],
  ["canceling statement due to lock timeout", "Waited too long for a lock that another session holds."],
  ['relation "a" does not exist', 'relation "a" does not exist'],
])("DA-L12: the end of a statement is told in plain words: %s", (message, told) => {
  expect(endText(message)).toBe(told);
});
