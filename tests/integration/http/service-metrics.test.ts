import { afterEach, expect, it } from "vitest";
import { systemClock } from "@/lib/infra/system";
import { migrateJobs } from "@/lib/jobs/worker";
import { recordInstance } from "@/lib/services/deploys/record";
import { newControlUrl } from "@/tests/support/clusters";
import { makeContext } from "@/tests/support/context";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";

let server: InProcessServer | undefined;

afterEach(() => server?.close());

it("OP-M1: the web process tells of every role, of jobs and of the control plane", async () => {
  server = await startInProcess({ variables: { DATABASE_URL: await newControlUrl() } });
  const { db, pool } = server.runtime;
  await migrateJobs(pool);
  const ctx = { ...(await makeContext({ clock: systemClock })), db };
  const build = { sha: "abc123", timestamp: "2026-03-01T09:30:00.000Z" };
  const worker = await recordInstance(ctx, build, ["worker"]);
  await (await recordInstance(ctx, build, ["sql"])).close();
  await db.$executeRaw`SELECT graphile_worker.add_job('late', run_at := '2026-01-01T00:00:00Z'::timestamptz)`;
  const text = await (await fetch(`${server.baseUrl}/metrics`)).text();
  const seconds = Date.parse("2026-01-01T00:00:00Z") / 1_000;
  for (const line of [
    ...['coppice_processes{role="worker"} 1', 'coppice_processes{role="sql"} 0', 'coppice_builds{sha="abc123"} 1'],
    ...['coppice_jobs_waiting{task="late"} 1', 'coppice_jobs_failed{task="late"} 0', "coppice_mails_waiting 0"],
    `coppice_job_due_timestamp_seconds{task="late"} ${seconds}`,
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text).toMatch(/^coppice_control_plane_bytes \d{6,}$/m);
  expect(text).toMatch(/^coppice_migrations_applied \d+$/m);
  // No email waits, and no backups are made: a zero would be a moment of 1970, which alerts are for.
  expect(text.match(/^coppice_(?:backup|local_window|mail_queued)\w* .*/gm)).toBeNull();
  await worker.close();
});
