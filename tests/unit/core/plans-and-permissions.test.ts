import { describe, expect, it } from "vitest";
import { hasPermission, isRole, type Permission, ROLE_PERMISSIONS, ROLES } from "@/lib/core/access/permissions";
import { byteLimitsOf, isPlan, PLAN_NAMES, PLANS, planLimits } from "@/lib/core/plans";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

describe("plans", () => {
  it("have the limits of the contract", () => {
    expect(PLANS).toEqual({
      free: {
        ...{ databases: 3, branches: 5, webhooks: 3, drafts: 20, databaseBytes: GIB, keptBytes: GIB },
        ...{ storageBytes: GIB, objectBytes: 50 * MIB, buckets: 10, connectionSeconds: 1_000_000 },
        ...{ subscriptions: 100, broadcasts: 20 },
        functions: {
          ...{ functions: 10, versions: 5, schedules: 5, invokesPerMinute: 60, deploysPerMinute: 5 },
          ...{ wallSeconds: 10, memoryBytes: 128 * MIB, atOnce: 5, logDays: 1 },
        },
        restorePoints: { manual: 3, scheduled: 7, safety: 10, days: 7 },
      },
      pro: {
        ...{ databases: 25, branches: 50, webhooks: 10, drafts: 200, databaseBytes: 20 * GIB, keptBytes: 20 * GIB },
        ...{ storageBytes: 10 * GIB, objectBytes: 5 * GIB, buckets: 100, connectionSeconds: 10_000_000 },
        ...{ subscriptions: 1_000, broadcasts: 200 },
        functions: {
          ...{ functions: 100, versions: 20, schedules: 50, invokesPerMinute: 600, deploysPerMinute: 30 },
          ...{ wallSeconds: 60, memoryBytes: 256 * MIB, atOnce: 25, logDays: 7 },
        },
        restorePoints: { manual: 20, scheduled: 48, safety: 30, days: 30 },
      },
      team: {
        ...{
          databases: 200,
          branches: 500,
          webhooks: 50,
          drafts: 2_000,
          databaseBytes: 200 * GIB,
          keptBytes: 200 * GIB,
        },
        ...{ storageBytes: 100 * GIB, objectBytes: 50 * GIB, buckets: 1_000, connectionSeconds: 100_000_000 },
        ...{ subscriptions: 10_000, broadcasts: 2_000 },
        functions: {
          ...{ functions: 500, versions: 50, schedules: 500, invokesPerMinute: 6_000, deploysPerMinute: 100 },
          ...{ wallSeconds: 150, memoryBytes: 512 * MIB, atOnce: 100, logDays: 30 },
        },
        restorePoints: { manual: 50, scheduled: 168, safety: 50, days: 90 },
      },
    });
    expect(PLAN_NAMES).toEqual(["free", "pro", "team"]);
  });

  it("are told from names that every object has", () => {
    for (const name of PLAN_NAMES) expect(isPlan(name)).toBe(true);
    for (const name of ["", "Free", "toString", "constructor", "__proto__", "hasOwnProperty"]) {
      expect(isPlan(name), name).toBe(false);
      expect(planLimits(name), name).toBe(PLANS.free);
    }
  });
});

describe("bytes", () => {
  it("are the plan's unless the operator has set others, each by itself", () => {
    const bytes = { databaseBytes: BigInt(20 * GIB), keptBytes: BigInt(20 * GIB) };
    expect(byteLimitsOf({ plan: "pro", databaseBytes: null, keptBytes: null })).toEqual(bytes);
    expect(byteLimitsOf({ plan: "pro", databaseBytes: 5n, keptBytes: null })).toEqual({ ...bytes, databaseBytes: 5n });
    expect(byteLimitsOf({ plan: "pro", databaseBytes: null, keptBytes: 5n })).toEqual({ ...bytes, keptBytes: 5n });
  });
});

describe("roles", () => {
  it("hold the permissions of the table, and an owner everything that anybody holds", () => {
    const everything = new Set<Permission>(ROLES.flatMap((role) => [...ROLE_PERMISSIONS[role]]));
    for (const permission of everything) expect(hasPermission("owner", permission)).toBe(true);
    expect([...everything].filter((permission) => hasPermission("viewer", permission))).toEqual([
      "databases:read",
      "data:read",
      "projects:read",
      "users:read",
      "storage:read",
      "functions:read",
    ]);
    expect(hasPermission("developer", "members:write")).toBe(false);
    expect(hasPermission("admin", "organisation:write")).toBe(false);
  });

  it("are told from names that every object has", () => {
    for (const role of ROLES) expect(isRole(role)).toBe(true);
    for (const name of ["", "Owner", "toString", "constructor", "__proto__"]) expect(isRole(name), name).toBe(false);
  });
});
