import { expect, test } from "vitest";
import { methodsOf, patternOf } from "@/bin/setup/route-table.mjs";

test.each([
  ["api/v1/databases", "/api/v1/databases"],
  ["api/v1/databases/[databaseId]/branches", "/api/v1/databases/:databaseId/branches"],
  ["(site)/info", "/info"],
  ["files/[...path]", "/files/:path{.+}"],
  ["files/[[...path]]", "/files/:path{.+}?"],
  ["", "/"],
])("the folder %j is mounted at %j", (folder, pattern) => {
  expect(patternOf(folder)).toBe(pattern);
});

test("methods are found however they are exported, and nothing else is", () => {
  const source = `
export const GET = defineRoute();
export async function POST() {}
const remove = defineRoute();
export { remove as DELETE };
export const PUTTER = 1;
// export const PATCH = 1;
`;
  expect(methodsOf(source)).toEqual(["GET", "POST", "DELETE"]);
});
