import { expect, it } from "vitest";
import {
  ask,
  createReadyDatabase,
  createTestOrganisation,
  lane,
  laneContext,
  passwordOf,
  query,
  readLogs,
  usedSecrets,
} from "@/tests/support/lanes";
import { findLeaks } from "@/tests/support/leaked-secrets";
import { exchangeUntilClosed } from "@/tests/support/raw-connection";

const DATABASES = "/api/v1/databases";

it("LG-01: no key and no password is in the logs of the service and PostgreSQL, nor in the audit", async () => {
  const organisation = await createTestOrganisation();
  const { id, connectionString } = await createReadyDatabase(lane, organisation);
  const key = await organisation.key();
  const branch = await ask(lane, "POST", `${DATABASES}/${id}/branches`, { key, body: { name: "branch" } });
  const rotated = await ask(lane, "POST", `${DATABASES}/${id}/rotate-credential`, { key });
  usedSecrets.add(passwordOf(rotated.json.connectionString));
  await query(connectionString, "select 1").catch(() => undefined);
  const wrong = [
    () => ask(lane, "GET", `${DATABASES}?key=${key}`, { key }),
    () => ask(lane, "GET", `${DATABASES}/${key}`, { key }),
    () => ask(lane, "POST", DATABASES, { key, body: { name: "a", password: passwordOf(connectionString) } }),
    () => ask(lane, "POST", DATABASES, { key, body: `{"name":"${key}` }),
    () => ask(lane, "GET", `/docs/${key}`, { key }),
    () => ask(lane, "GET", `/no-such-page?key=${key}`, { key }),
    () => exchangeUntilClosed(lane.baseUrl, `GET /info HTTP/1.1\r\nAuthorization : Bearer ${key}\r\n\r\n`),
  ];
  for (const request of wrong) await request();
  await ask(lane, "DELETE", `${DATABASES}/${branch.json.branch.id}`, { key });
  await ask(lane, "DELETE", `${DATABASES}/${id}`, { key });
  expect(usedSecrets.size).toBeGreaterThanOrEqual(4);
  const { db } = await laneContext();
  const logs = readLogs();
  expect(logs).toContain("database system is ready to accept connections");
  expect(logs).toMatch(/password authentication failed/);
  const texts = new Map([
    ["logs", logs],
    ["audit", JSON.stringify(await db.auditEvent.findMany())],
    ["operations", JSON.stringify(await db.operation.findMany())],
  ]);
  expect(findLeaks(usedSecrets, texts)).toEqual([]);
  // PG-16: nor the verifiers, from which a password could be guessed at leisure.
  expect(logs).not.toMatch(/SCRAM-SHA-256\$\d/);
});
