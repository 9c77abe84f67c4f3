import { expect, it } from "vitest";
import { distinctNames, renumbered } from "@/components/ui/distinct-names";

it("DA-L6: repeated names get a number that no other has, and are told apart from those of the result", () => {
  const names = ["id", "name", "id", "id_2", "id"];
  expect(distinctNames(names)).toEqual(["id", "name", "id_3", "id_2", "id_4"]);
  expect(renumbered(names)).toEqual(["id_3", "id_4"]);
  expect(renumbered(["a", "b"])).toEqual([]);
});
