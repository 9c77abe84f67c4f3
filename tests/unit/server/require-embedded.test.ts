import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { requireEmbedded } from "@/lib/server/supervise/require-embedded";

const ACCESS = {
  COPPICE_POSTGRES_ADDRESS: "db.example.com",
  COPPICE_POSTGRES_CERTIFICATE_FILE: "/etc/certificate.pem",
  COPPICE_POSTGRES_KEY_FILE: "/etc/key.pem",
};

test.each([
  ["COPPICE_BACKUPS", { COPPICE_BACKUPS: "/mnt/backups", COPPICE_BACKUPS_PASSPHRASE_FILE: "/etc/passphrase" }],
  ["COPPICE_POSTGRES_BIN", { COPPICE_POSTGRES_BIN: "/usr/lib/postgresql/18/bin" }],
  ["COPPICE_POSTGRES_ADDRESS", ACCESS],
  ["COPPICE_WINDOW_HOURS", { COPPICE_WINDOW_HOURS: "12" }],
])("%s is refused beside DATABASE_URL, and alone it isn't", (name, variables) => {
  const beside = readEnvironment({ ...variables, DATABASE_URL: "postgresql://coppice@db.example.com/coppice" });
  expect(() => requireEmbedded(beside)).toThrow(`${name} is for the embedded databases`);
  expect(() => requireEmbedded(readEnvironment(variables))).not.toThrow();
});

test("a window that is switched off is no setting of the embedded databases", () => {
  for (const COPPICE_WINDOW_HOURS of ["0", ""]) {
    const variables = { COPPICE_WINDOW_HOURS, DATABASE_URL: "postgresql://coppice@db.example.com/coppice" };
    expect(() => requireEmbedded(readEnvironment(variables))).not.toThrow();
  }
});
