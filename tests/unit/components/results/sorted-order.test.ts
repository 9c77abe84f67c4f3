import { expect, it } from "vitest";
import { intervalSeconds, momentSeconds } from "@/components/dashboard/results/sort/moment-seconds";
import { sortedOrder } from "@/components/dashboard/results/sort/sorted-order";

const sorted = async (
  typeName: string,
  values: (string | null)[],
  direction: "ascending" | "descending" = "ascending",
) => {
  const rows = values.map((value) => [value]);
  return (await sortedOrder(rows, { column: 0, typeName, direction })).map((index) => values[index]);
};

const ASCENDING: [type: string, values: string[]][] = [
  ["integer", ["-10", "-9", "2", "10"]],
  [
    "bigint",
    ["-9223372036854775808", "-9223372036854775807", "9007199254740992", "9007199254740993", "9223372036854775807"],
  ],
  [
    "numeric(40,3)",
    [
      "-Infinity",
      "-1.10",
      "-1.0999",
      "0.1",
      "0.10000000000000000000001",
      "12345678901234567890.1",
      "12345678901234567890.2",
      "Infinity",
      "NaN",
    ],
  ],
  ["double precision", ["-Infinity", "-1e+300", "-5e-324", "0", "1.5", "1e+20", "Infinity", "NaN"]],
  ["money", ["-$1,000.00", "$9.00", "$10.00", "$1,000.00"]],
  ["boolean", ["f", "t"]],
  ["date", ["-infinity", "0044-03-15 BC", "0001-01-01", "1969-12-31", "2024-02-29", "12024-01-01", "infinity"]],
  [
    "timestamp(6) without time zone",
    ["2024-05-01 10:00:00", "2024-05-01 10:00:00.000001", "2024-05-01 10:00:00.1", "294276-12-31 23:59:59"],
  ],
  [
    "timestamp with time zone",
    ["2024-10-27 02:30:00+02", "2024-10-27 02:00:00+01", "2024-10-27 02:30:00+01", "2024-10-26 20:00:01-05:30"],
  ],
  ["interval", ["-1 days", "00:00:01", "23:59:59", "1 day", "29 days", "1 mon 00:00:01", "1 year 2 mons"]],
  ["text", ["", "a", "B", "c"]],
];

it.for(ASCENDING)("%s is sorted as PostgreSQL sorts it, both ways, to the last digit", async ([type, values]) => {
  expect(await sorted(type, values.toReversed())).toEqual(values);
  expect(await sorted(type, values, "descending")).toEqual(values.toReversed());
});

it("equal values keep their order in both directions, and NULL is last, then first", async () => {
  const values = ["1.0", null, "0", "1.00", "1", null];
  expect(await sorted("numeric", values)).toEqual(["0", "1.0", "1.00", "1", null, null]);
  expect(await sorted("numeric", values, "descending")).toEqual([null, null, "1.0", "1.00", "1", "0"]);
});

it("100,000 rows are sorted in slices, each of which lets others work, and sorting stops when it is aborted", async () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => [`name ${(index * 7_919) % 100_003}`]);
  const work = new AbortController();
  let turns = 0;
  const beat = setInterval(() => {
    turns += 1;
  });
  const order = await sortedOrder(rows, { column: 0, typeName: "text", direction: "ascending" }, work.signal);
  clearInterval(beat);
  expect(new Set(order).size).toBe(100_000);
  expect(turns).toBeGreaterThan(5);
  const aborted = sortedOrder(rows, { column: 0, typeName: "text", direction: "ascending" }, work.signal);
  work.abort();
  await expect(aborted).rejects.toThrow("abort");
});

it("moments before the time of JavaScript's dates and intervals are read", () => {
  expect(momentSeconds("1970-01-02 00:00:01+01")).toBe(82_801);
  expect(momentSeconds("2024-02-29")).toBe(Date.UTC(2024, 1, 29) / 1_000);
  expect(momentSeconds("no")).toBeNaN();
  expect(intervalSeconds("1 day -00:00:01")).toBe(86_399);
});
