import { describe, expect, it } from "vitest";
import { planText, readPlan } from "@/components/dashboard/explain/plan";

const ANALYZED = JSON.stringify([
  {
    Plan: {
      "Node Type": "Nested Loop",
      "Join Type": "Left",
      "Total Cost": 100,
      "Plan Rows": 5,
      "Actual Rows": 2000,
      "Actual Loops": 1,
      "Actual Total Time": 10,
      Plans: [
        {
          "Node Type": "Seq Scan",
          "Relation Name": "orders",
          Alias: "o",
          "Total Cost": 40,
          "Plan Rows": 100,
          "Actual Rows": 100,
          "Actual Loops": 1,
          "Actual Total Time": 2,
          Filter: "(total > 1)",
        },
        {
          "Node Type": "Index Scan",
          "Relation Name": "items",
          Alias: "items",
          "Index Name": "items_pkey",
          "Total Cost": 1,
          "Plan Rows": 1,
          "Actual Rows": 20,
          "Actual Loops": 100,
          "Actual Total Time": 0.06,
        },
      ],
    },
    "Planning Time": 0.5,
    "Execution Time": 10.2,
  },
]);

describe("a plan of EXPLAIN", () => {
  it("is read with each node's own share of the time, over all of its loops", () => {
    const plan = readPlan(ANALYZED);
    expect(plan).toMatchObject({ planningTime: 0.5, executionTime: 10.2 });
    const [scan, lookup] = plan?.root.children ?? [];
    expect(plan?.root).toMatchObject({ title: "Nested Loop", actualRows: 2000, actualTime: 10 });
    expect(plan?.root.share).toBeCloseTo(0.2);
    expect(scan).toMatchObject({ target: "orders o", details: ["Filter: (total > 1)"], misestimate: null });
    expect(scan?.share).toBeCloseTo(0.2);
    expect(lookup).toMatchObject({ target: "items by items_pkey", actualRows: 2000, loops: 100 });
    expect(lookup?.share).toBeCloseTo(0.6);
  });

  it("shows where ten times more or fewer rows came than were expected", () => {
    const plan = readPlan(ANALYZED);
    expect(plan?.root.misestimate).toEqual({ factor: 400, isMore: true });
    expect(plan?.root.children[1]?.misestimate).toEqual({ factor: 20, isMore: true });
  });

  it("takes the cost where nothing was measured, and a change by its kind", () => {
    const text = JSON.stringify([
      {
        Plan: {
          "Node Type": "ModifyTable",
          Operation: "Delete",
          "Relation Name": "orders",
          Alias: "orders",
          "Total Cost": 10,
          "Plan Rows": 0,
          Plans: [{ "Node Type": "Seq Scan", "Total Cost": 8, "Plan Rows": 3 }],
        },
      },
    ]);
    const plan = readPlan(text);
    expect(plan?.root).toMatchObject({ title: "Delete", target: "orders", actualRows: null, actualTime: null });
    expect(plan?.root.children[0]?.share).toBeCloseTo(0.8);
  });

  it("has a text of a line for each node", () => {
    const plan = readPlan(ANALYZED);
    const lines = plan ? planText(plan).split("\n") : [];
    expect(lines[0]).toContain("Nested Loop  (cost=100 rows=5)  (actual rows=2000 loops=1");
    expect(lines[1]).toMatch(/^ {2}-> {2}Seq Scan on orders o/);
    expect(lines.at(-1)).toBe("Execution time: 10.2 ms");
  });

  it("is none where the text is something else", () => {
    for (const text of ["", "Seq Scan on orders", "[]", "[{}]", "null"]) expect(readPlan(text)).toBeNull();
  });
});
