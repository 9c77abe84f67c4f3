import { expect, it } from "vitest";
import { KeySequence } from "@/components/ui/commands/match-keys";

const COMMANDS = [{ keys: "c" }, { keys: "g d" }, { keys: "g s" }, { keys: "s" }, { keys: "?" }, { keys: undefined }];

/** Presses keys, with the pause before each in milliseconds, and returns the result of each. */
function press(...keys: [key: string, pause?: number, code?: string][]) {
  const sequence = new KeySequence();
  let timeStamp = 0;
  return keys.map(([key, pause = 100, code = ""]) => {
    timeStamp += pause;
    return sequence.press(COMMANDS, { key, code, timeStamp }).found?.keys ?? null;
  });
}

it("finds one key, and two in a row", () => {
  expect(press(["c"], ["g"], ["d"], ["?"])).toEqual(["c", null, "g d", "?"]);
});

it("takes the second key of a row before that key alone, and alone after a pause", () => {
  expect(press(["g"], ["s"])).toEqual([null, "g s"]);
  expect(press(["g"], ["s", 2_000])).toEqual([null, "s"]);
});

it("takes a key that continues nothing alone", () => {
  expect(press(["g"], ["c"], ["d"])).toEqual([null, "c", null]);
});

it("knows the Latin letter of a key of another script", () => {
  expect(press(["с", 0, "KeyC"], ["п", 100, "KeyG"], ["в", 100, "KeyD"])).toEqual(["c", null, "g d"]);
});

it("gives the command that was registered last", () => {
  const both = [
    { keys: "c", of: "page" },
    { keys: "c", of: "panel" },
  ];
  expect(new KeySequence().press(both, { key: "c", code: "KeyC", timeStamp: 0 }).found?.of).toBe("panel");
});
