import type pg from "pg";
import { expect, it } from "vitest";
import { PostgresMoveSession } from "@/lib/infra/postgres-host/move-session";

const ID = "db_00000000000000000000";

const loginAt = (address: string) =>
  new PostgresMoveSession({} as pg.PoolClient, `postgresql://provisioner:secret@${address}`).programLogin(ID, {
    role: "sh_00000000000000000000",
    password: "of the role",
  });

it("a program signs in as the given role, and hears nothing of the provisioner", () => {
  const login = loginAt("[::1]:5433/postgres");
  expect(login).toMatchObject({ PGHOST: "::1", PGPORT: "5433", PGDATABASE: ID, PGPASSWORD: "of the role" });
  expect(JSON.stringify(login)).not.toMatch(/provisioner|secret/);
});

it.for([
  ["", { PGSSLMODE: "disable" }],
  ["?sslmode=disable", { PGSSLMODE: "disable" }],
  ["?sslmode=no-verify", { PGSSLMODE: "require" }],
  ["?sslmode=require", { PGSSLMODE: "verify-full", PGSSLROOTCERT: "system" }],
  ["?sslmode=verify-full&sslrootcert=/etc/ca.pem", { PGSSLMODE: "verify-full", PGSSLROOTCERT: "/etc/ca.pem" }],
] as const)("a program verifies the host's certificate where the service does: %s", ([query, expected]) => {
  const { PGSSLMODE, PGSSLROOTCERT } = loginAt(`db.example/postgres${query}`);
  expect({ PGSSLMODE, ...(PGSSLROOTCERT && { PGSSLROOTCERT }) }).toEqual(expected);
});
