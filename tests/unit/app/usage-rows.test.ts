import { describe, expect, it } from "vitest";
import { comparePlans, countRows, storageRows, warningsOf } from "@/app/dashboard/[organisationId]/(pages)/usage/rows";

const GIB = 1024 ** 3;
const DAYS = { databases: [null, 2, 3], branches: [0, 1, 5], members: [1, 1, 2] };

const organisation = {
  ...{
    id: "org_1",
    name: "Harbour",
    plan: "pro",
    hostKind: "shared",
    managementApi: true,
    functions: true,
    createdAt: "",
  },
  ...{ databaseBytes: 20 * GIB, keptBytes: 20 * GIB, hasOwnDatabaseBytes: false, hasOwnKeptBytes: false },
  usage: { databases: { used: 20, limit: 25 }, branches: { used: 5, limit: 50 } },
  ...{ members: 2, activeKeys: 1 },
};
const kept = { used: 2 * GIB, limit: 2 * GIB };
const storage = {
  items: [{ id: "db_1", name: "shop", isBranch: true, sizeBytes: 3 * GIB, sizes: [null, GIB, 3 * GIB] }],
  ...{ totalBytes: 3 * GIB, measured: 1 },
};
const rows = countRows({ home: "/dashboard/org_1", organisation, kept, history: DAYS });

describe("the rows of usage", () => {
  it("tell the use of each limit, and the figures of the chart", () => {
    expect(rows.map(({ name, text, historyText }) => [name, text, historyText])).toEqual([
      ["Databases", "20 of 25", "from 2 to 3 in 30 days"],
      ["Branches", "5 of 50", "from 0 to 5 in 30 days"],
      ["Restore points and undo data", "2 GB of 2 GB", ""],
      ["Members", "2", "from 1 to 2 in 30 days"],
      ["API keys", "1", "not measured yet"],
    ]);
    const [shop] = storageRows({ home: "/dashboard/org_1", organisation, storage });
    expect(shop).toMatchObject({ text: "3 GB of 20 GB", note: "branch", href: "/dashboard/org_1/databases/db_1" });
  });

  it("warn from 80 %, and say which limit is reached", () => {
    expect(warningsOf(rows)).toEqual([
      "Databases: nearly full (20 of 25).",
      "Restore points and undo data: limit reached (2 GB of 2 GB).",
    ]);
  });

  it("compare plans: the current one is marked, and the use beyond another is told there", () => {
    const compared = comparePlans({ organisation, kept, storage });
    expect(compared.plans.map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
      ["Free", false],
      ["Pro", true],
      ["Team", false],
    ]);
    const beyond = compared.rows.flatMap(({ cells }) => cells.map(({ exceededBy }) => exceededBy));
    expect(beyond.filter((text) => text !== null)).toEqual(["you use 20", "you use 3 GB", "you use 2 GB"]);
    expect(compared.rows.every(({ cells }) => cells[1]?.exceededBy === null)).toBe(true);
  });
});
