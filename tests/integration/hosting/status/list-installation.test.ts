import { expect, it } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { listInstallation } from "@/lib/hosting/status/list-installation";
import { LiveSettings } from "@/lib/people/operator-settings/live-settings";
import { createOrganisation, dashboardProjectId, makeContext } from "@/tests/support/context";

/** Returns a context of a process that was started with these variables. */
async function startedWith(variables: Record<string, string>) {
  const ctx = await makeContext({ actor: { kind: "operator-account", id: "usr_1" } });
  await dashboardProjectId(ctx.db);
  const { db, sealer, log } = ctx;
  return { ...ctx, settings: new LiveSettings({ db, sealer, log, environment: readEnvironment(variables) }) };
}

it("tells each fact with its variable, and whether that is set", async () => {
  const facts = await listInstallation(await startedWith({ COPPICE_URL: "https://coppice.example", LOG_LEVEL: "" }));
  expect(facts).toContainEqual({
    ...{ label: "Address", variable: "COPPICE_URL", value: "https://coppice.example", source: "variable" },
  });
  expect(facts).toContainEqual({ label: "Log", variable: "LOG_LEVEL", value: "info", source: "default" });
});

it("names ten operators, and counts the others", async () => {
  const operators = Array.from({ length: 12 }, (_, i) => `o${i}@coppice.example`);
  const valueFor = async (some: string[]) => {
    const facts = await listInstallation(await startedWith({ COPPICE_OPERATORS: some.join() }));
    return facts.find(({ label }) => label === "Operators")?.value;
  };
  expect(await valueFor(operators)).toBe(`${operators.slice(0, 10).join(", ")} and 2 more`);
  expect(await valueFor(operators.slice(0, 2))).toBe("o0@coppice.example, o1@coppice.example");
  expect(await valueFor([])).toBe("None");
});

it("has no secret, and none of an address", async () => {
  const ctx = await startedWith({
    REDIS_URL: "redis://:hunter2@redis.example",
    DATABASE_URL: "postgresql://coppice:hunter2@db.example/coppice",
    SMTP_URL: "smtp://coppice:hunter2@mail.example",
    COPPICE_METRICS_TOKEN: "hunter2-hunter2-hunter2",
    COPPICE_SECRET_KEYS: "k1:hunter2",
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://user:hunter2@otel.example/hunter2",
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=hunter2",
    COPPICE_PASSWORD_RANGE_URL: "https://range.example/hunter2/",
    COPPICE_BILLING: "polar",
    COPPICE_BILLING_SECRET: "hunter2-hunter2-hunter2",
    COPPICE_BILLING_PLANS: '{"prod_1": "pro"}',
    COPPICE_S3_BUCKET: "objects",
    COPPICE_S3_ACCESS_KEY_ID: "hunter2",
    COPPICE_S3_SECRET_ACCESS_KEY: "hunter2",
  });
  const facts = await listInstallation(ctx);
  expect(JSON.stringify(facts)).not.toContain("hunter2");
  expect(facts).toContainEqual({ label: "Redis", variable: "REDIS_URL", value: "Set", source: "variable" });
  expect(facts.find(({ label }) => label === "Traces and metrics")?.value).toBe("https://otel.example");
});

it("names the providers that sign in to the dashboard", async () => {
  const ctx = await startedWith({});
  const projectId = await dashboardProjectId(ctx.db);
  const shared = { projectId, clientId: "x", clientSecret: "sealed", createdAt: new Date(), updatedAt: new Date() };
  await ctx.db.projectProvider.createMany({
    data: [
      { ...shared, provider: "google" },
      { ...shared, provider: "github" },
      { ...shared, provider: "discord", isEnabled: false },
    ],
  });
  const facts = await listInstallation(ctx);
  await ctx.db.projectProvider.deleteMany({ where: { projectId } });
  expect(facts.find(({ label }) => label.startsWith("Providers"))?.value).toBe("github, google");
});

it("is the operator's alone", async () => {
  const { member } = await createOrganisation();
  const as = { ...(await startedWith({})), actor: member.owner };
  await expect(listInstallation(as)).rejects.toMatchObject({ code: "missing_permission" });
});
