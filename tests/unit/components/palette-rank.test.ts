import { IconTable } from "@tabler/icons-react";
import { describe, expect, it } from "vitest";
import type { Group, PaletteItem } from "@/components/dashboard/palette/item";
import { rank } from "@/components/dashboard/palette/rank";
import { sectionsBefore, sectionsOf } from "@/components/dashboard/palette/sections";

const found = (labels: (string | { label: string; words: string })[], query: string) =>
  rank(
    labels.map((item) => (typeof item === "string" ? { label: item } : item)),
    query,
  ).map(({ item }) => item.label);

const item = (group: Group, label: string, more: Partial<PaletteItem> = {}): PaletteItem => {
  return { id: label, group, label, icon: IconTable, ...more };
};

describe("rank", () => {
  it("puts the start of the label before the start of a word, that before the middle, and letters in order last", () => {
    const labels = ["recorders", "my orders", "open rows during export", "orders"];
    expect(found(labels, "ord")).toEqual(["orders", "my orders", "recorders", "open rows during export"]);
  });

  it("finds by further words, below items of that name", () => {
    const labels = [{ label: "Plan and usage", words: "billing limits" }, "billing_runs"];
    expect(found(labels, "billing")).toEqual(["billing_runs", "Plan and usage"]);
  });

  it("keeps the order of items judged elsewhere, with any letters in a label", () => {
    const judged = [
      { label: "Deliveries", fit: 50 },
      { label: "Answers of a day", fit: 49 },
    ];
    const labels = rank([...judged, { label: "signed of a day" }], "signature of a").map(({ item }) => item.label);
    expect(labels).toEqual(["Deliveries", "Answers of a day"]);
  });

  it("wants every word of the query", () => {
    expect(found(["Create database", "Create branch", "Delete database"], "cr da")).toEqual(["Create database"]);
    expect(found(["Create database"], "create nothing")).toEqual([]);
  });

  it("finds letters in order only from the start of a word on", () => {
    expect(found(["shop_order_items", "photos"], "soi")).toEqual(["shop_order_items"]);
    expect(found(["customers"], "ust")).toEqual(["customers"]);
    expect(found(["customers"], "utm")).toEqual([]);
  });

  it("DA-L15: finds no letters that are scattered over words, and those of words' beginnings", () => {
    expect(found(["report_not_found", "React Native and desktop", "parents"], "rent")).toEqual(["parents"]);
    expect(found(["Create restore point", "Current plan"], "crepo")).toEqual(["Create restore point"]);
    expect(found([`${"a ".repeat(60)}`], `${"a".repeat(30)}b`)).toEqual([]);
  });
});

describe("sections", () => {
  it("begin with the kind that fits best, and hold no more than eight of a kind", () => {
    const tables = Array.from({ length: 40 }, (_, n) => item("Tables", `usage_${n}`));
    const sections = sectionsOf([item("Pages", "Plan and usage"), ...tables], "usage");
    expect(sections.map(({ group, items }) => [group, items.length])).toEqual([
      ["Tables", 8],
      ["Pages", 1],
    ]);
  });

  it("offer the last choices, but no action that cannot be given here and no address of elsewhere", () => {
    const items = [item("Pages", "SQL"), item("Tables", "orders"), item("Actions", "Sign out")];
    const choices = [
      { id: "create-key", group: "Actions", label: "Create API key", href: "/dashboard/org_a/keys#create-key" },
      { id: "t", group: "Tables", label: "kept", href: "/dashboard/org_a/databases/db_1/tables/rows?table=kept" },
      { id: "u", group: "Tables", label: "foreign", href: "/dashboard/org_b/databases/db_2/tables/rows?table=x" },
      { id: "SQL", group: "Pages", label: "SQL" },
    ] as const;
    const [recent, ...others] = sectionsBefore(items, choices, "/dashboard/org_a");
    expect(recent?.group).toBe("Recent");
    expect(recent?.items.map(({ label }) => label)).toEqual(["kept", "SQL"]);
    expect(others.flatMap((section) => section.items).map(({ label }) => label)).toEqual(["Sign out"]);
  });
});
