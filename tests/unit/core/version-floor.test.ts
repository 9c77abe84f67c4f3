import { expect, it } from "vitest";
import { formatServerVersion, requireControlPlaneVersion } from "@/lib/core/version-floor";

it("refuses a control plane whose PostgreSQL is older than the schema needs", () => {
  expect(() => requireControlPlaneVersion(170_009)).toThrow(
    "DATABASE_URL leads to PostgreSQL 17.9. Upgrade it to 18.0 or newer.",
  );
  expect(() => requireControlPlaneVersion(180_000)).not.toThrow();
});

it("writes versions as PostgreSQL does", () => {
  expect([180_004, 180_012].map(formatServerVersion)).toEqual(["18.4", "18.12"]);
});
