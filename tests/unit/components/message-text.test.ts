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
  expect(messageText({ action, object, rowCount })).toBe(text);
});
