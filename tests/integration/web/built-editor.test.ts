import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestOrganisation } from "@/tests/support/context";
import { type DashboardService, openDashboard } from "@/tests/support/dashboard-service";
import { signInAs } from "@/tests/support/dashboard-session";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

let service: HostingService;
let dashboard: DashboardService;
let organisation: TestOrganisation;
let databaseId: string;

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation();
  databaseId = await createReadyDatabase(service, organisation.member.owner);
  dashboard = await openDashboard(service);
});

afterAll(async () => {
  await dashboard?.close();
  await service.close();
});

it("the built service reads and runs statements, and streams their results", async () => {
  const { cookie } = await signInAs(dashboard.runtime, service.db, organisation.member.owner.id);
  const headers = { cookie, origin: dashboard.baseUrl, "content-type": "application/json" };
  const ask = (path: string, body: object) =>
    fetch(`${dashboard.baseUrl}/dashboard/${organisation.id}/databases/${databaseId}/sql/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
  const text = "select 1; select generate_series(1, 50000)";
  const understood = await ask("understand", { text });
  expect(await understood.json()).toMatchObject({ statements: [{ effect: "reads" }, { effect: "reads" }] });
  const ran = await ask("run", { text, runId: "0123456789abcdef", mode: "run" });
  const outcomes = (await ran.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(outcomes.map(({ rows }) => rows.length)).toEqual([1, 50_000]);
});
