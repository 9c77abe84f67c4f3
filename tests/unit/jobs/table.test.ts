import { readdirSync, readFileSync } from "node:fs";
import { parseCronItems } from "graphile-worker";
import { expect, it } from "vitest";
import { JOBS, type Job } from "@/lib/jobs/table";

const jobs: [string, Job<never>][] = Object.entries(JOBS);

/** The names that `addJob` is called with, anywhere in the product. */
const queued = new Set(
  readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [...readFileSync(`lib/${path}`, "utf8").matchAll(/\baddJob\(\s*\w+,\s*"([\w-]+)"/g)])
    .map(([, name]) => name ?? ""),
);

it("every job has a trigger: the clock, or a change that queues it", () => {
  expect(jobs.filter(([name, { every }]) => every === undefined && !queued.has(name)).map(([name]) => name)).toEqual(
    [],
  );
});

it("every trigger has a job", () => {
  expect(queued.size).toBeGreaterThanOrEqual(7);
  expect([...queued].filter((name) => !(name in JOBS))).toEqual([]);
  const cron = jobs.flatMap(([task, { every }]) => (every === undefined ? [] : [{ task, match: every }]));
  expect(parseCronItems(cron)).toHaveLength(cron.length);
});

it("nothing adds a job past `addJob`", () => {
  const adding = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => readFileSync(`lib/${path}`, "utf8").includes("graphile_worker.add_job"));
  expect(adding).toEqual(["core/queue/add.ts"]);
});
