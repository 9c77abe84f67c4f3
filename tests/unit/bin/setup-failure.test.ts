import { expect, it } from "vitest";
import { asSetupFailure, SetupError } from "@/bin/setup/run-command.mjs";

const path = "/srv/coppice/.setup";
const failure = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: of the system`), { code, syscall, path });

it.each([
  ["EROFS", "open", "Packages: can't write to /srv/coppice/.setup."],
  ["EACCES", "mkdir", "Packages: can't write to /srv/coppice/.setup."],
  ["ENOENT", "mkdir", "Packages: can't write to /srv/coppice/.setup."],
  ["ENOSPC", "write", "Packages: the disk is full."],
])("8.8: a checkout that can't be written to is one sentence: %s of %s", (code, syscall, sentence) => {
  const told = asSetupFailure("Packages", failure(code, syscall));
  expect(told).toBeInstanceOf(SetupError);
  expect((told as Error).message).toMatch(sentence);
});

it("a failure of a step has the step's name, and one of the program stays as it is", () => {
  expect(asSetupFailure("Packages", new SetupError("npm ci failed."))).toMatchObject({
    message: "Packages: npm ci failed.",
  });
  for (const mistake of [new TypeError("undefined is not a function"), failure("ENOENT", "open")]) {
    expect(asSetupFailure("Packages", mistake)).toBe(mistake);
  }
});
