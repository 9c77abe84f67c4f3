import { expect, it } from "vitest";
import { checkClock } from "@/lib/cli/doctor/clock";

const shifted = (milliseconds: number) => checkClock(async () => Date.now() + milliseconds);

it("RF-23: warns of a server whose clock differs by more than two seconds, in either direction", async () => {
  expect(await shifted(0)).toEqual({ status: "ok", detail: "agrees with this machine's", advice: null });
  expect(await shifted(1_500)).toMatchObject({ status: "ok" });
  expect(await shifted(-1_500)).toMatchObject({ status: "ok" });
  const ahead = { status: "warn", detail: expect.stringMatching(/^is 59\.\d s ahead of this machine's$|^is 60\.0 s/) };
  expect(await shifted(60_000)).toMatchObject(ahead);
  expect(await shifted(-3_600_000)).toMatchObject({ status: "warn", detail: "is 3600.0 s behind this machine's" });
});

it("counts the time that a slow server takes to answer as no difference", async () => {
  let theirs = 0;
  const slow = async () => {
    theirs = Date.now();
    while (Date.now() - theirs < 3) await Promise.resolve();
    return theirs;
  };
  expect(await checkClock(slow)).toMatchObject({ status: "ok" });
});
