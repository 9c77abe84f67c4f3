import { expect, it } from "vitest";
import { factsOf } from "@/packages/realtime/src/options";

const LIFE_SECONDS = 300;

/** A token that was made this long before the time of the device's clock. */
function madeBefore(seconds: number): string {
  const iat = Math.floor(Date.now() / 1_000) - seconds;
  return `e30.${Buffer.from(JSON.stringify({ sub: "usr_1", iat, exp: iat + LIFE_SECONDS })).toString("base64url")}.c2ln`;
}

it.each([
  ["is ten minutes fast", 600],
  ["is ten minutes slow", -600],
  ["is right", 0],
])("3.5: a token is used for four fifths of its life where the clock %s", (_, seconds) => {
  const { useMs } = factsOf(madeBefore(seconds));
  // The clock has gone on since the token was made.
  expect(useMs).toBeLessThanOrEqual(0.8 * LIFE_SECONDS * 1_000);
  expect(useMs).toBeGreaterThan(0.75 * LIFE_SECONDS * 1_000);
});
