import { expect, it } from "vitest";
import { readSourceFiles } from "./source-files";

/**
 * Limits that count the time in which the process was too busy to read; `lib/core/patience.ts` has those that don't.
 */
const IMPATIENT = /AbortSignal\.timeout\(|\b(?:connectionTimeoutMillis|query_timeout|commandTimeout):/;

const EXCEPTIONS: Readonly<Record<string, string>> = {
  "lib/sign-in/mail/send.ts": "after a moment of the clock, a mail must not be sent any more",
  "lib/cli/doctor/service.ts": "a command asks nothing beside it",
};

it("limits of time in services leave out the time in which the process was too busy to read", () => {
  const found = [...readSourceFiles().values()]
    .filter(({ path, text }) => path.startsWith("lib/") && IMPATIENT.test(text))
    .map(({ path }) => path);
  expect(found.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});
