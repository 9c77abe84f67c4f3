import pg from "pg";
import { describe, expect, it, test } from "vitest";
import { HostUnavailableError } from "@/lib/core/errors";
import { asHostError } from "@/lib/infra/postgres-host/connection";

function ofPostgres(code: string, message: string): Error {
  return Object.assign(new pg.DatabaseError(message, message.length, "error"), { code });
}

describe("errors of a host that is away or exhausted", () => {
  test.for([
    ["53200", "out of shared memory"],
    ["53300", "remaining connection slots are reserved for roles with the SUPERUSER attribute"],
    ["53000", "insufficient resources"],
    ["53100", "could not extend file: No space left on device"],
    ["57P01", "terminating connection due to administrator command"],
    ["57P03", "the database system is starting up"],
  ])("%s: %s", ([code = "", message = ""]) => {
    expect(asHostError(ofPostgres(code, message))).toMatchObject({ code: "host_unavailable", retryAfterSeconds: 5 });
  });

  test.for([
    "Connection terminated unexpectedly",
    "Query read timeout",
    "Connection terminated due to connection timeout",
  ])("node-postgres: %s", (message) => {
    expect(asHostError(new Error(message))).toBeInstanceOf(HostUnavailableError);
  });

  it("a connection that is refused", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
    expect(asHostError(refused)).toBeInstanceOf(HostUnavailableError);
  });
});

test.for([
  ["55P03", "canceling statement due to lock timeout"],
  ["57014", "canceling statement due to statement timeout"],
  ["42501", 'permission denied for table "Connection terminated"'],
  ["P0001", "Query read timeout"],
])("an error of Postgres is told by its code, for any message: %s %s", ([code = "", message = ""]) => {
  const error = ofPostgres(code, message);
  expect(asHostError(error)).toBe(error);
});

test("an error of our own stays itself, with any message", () => {
  const error = new Error("the timeout of a test");
  expect(asHostError(error)).toBe(error);
});
