import { expect, it } from "vitest";
import { messageText } from "@/components/dashboard/results/message-text";

it.each([
  ["CREATE TABLE", "customers", null, "Created table customers"],
  ["DROP MATERIALIZED VIEW", "a, b", null, "Dropped materialized view a, b"],
  ["INSERT", "orders", 2, "Inserted 2 rows into orders"],
  ["DELETE", "archive.orders", 1, "Deleted 1 row from archive.orders"],
  ["UPDATE", null, 0, "Updated 0 rows"],
  ["SELECT", null, 1, "Selected 1 row"],
  ["TRUNCATE", "orders", null, "Truncated orders"],
  ["BEGIN", null, null, "Began a transaction"],
  ["SET", null, null, "SET finished"],
])("%s of %s with %s rows reads %s", (action, object, rowCount, text) => {
  expect(messageText({ action, object, rowCount, isTruncated: false, rows: [] })).toBe(text);
});

it("DA-L7: says of a result that was cut off how many rows are shown", () => {
  const rows = Array.from({ length: 10_000 }, () => ["1"]);
  const text = messageText({ action: "SELECT", object: null, rowCount: null, isTruncated: true, rows });
  expect(text).toBe("Selected the first 10,000 rows");
});
