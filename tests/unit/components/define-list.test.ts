import { expect, it } from "vitest";
import { defineList, readListQuery } from "@/components/ui/lists/define-list";

const LIST = defineList({
  noun: "entry",
  plural: "entries",
  search: { name: "text", label: "Find entries", placeholder: "Find by text", maxLength: 64 },
  filters: [
    { name: "status", choices: [{ id: "failed", label: "Failed" }] },
    { name: "person", menu: "Person" },
  ],
  also: ["range"],
});

it("reads the parameters of a list that are given once and are not empty", () => {
  expect(readListQuery(LIST, { text: " books ", status: "failed", range: "7d" })).toEqual({
    ...{ text: "books", status: "failed", range: "7d" },
  });
  expect(readListQuery(LIST, { text: "  ", status: ["failed", "running"], other: "x" })).toEqual({});
});

it("takes the plural of a noun that has a regular one", () => {
  expect(defineList({ noun: "event" })).toMatchObject({ plural: "events", search: null, names: [] });
});
