import { describe, expect, it } from "vitest";
import { fittingWidth } from "@/components/dashboard/grid/fitting-width";

/** A digit in the widest font that a system of a reader has for the grid, and the padding of a value. */
const [DIGIT, AROUND] = [8.3, 20];
const room = (text: string) => text.length * DIGIT + AROUND;
const width = (typeName: string, values: (string | null)[]) =>
  fittingWidth(
    { name: "c", typeName },
    0,
    values.map((value) => [value]),
  );

describe("the width of a column", () => {
  it.each([
    ["timestamp with time zone", "0001-01-01 00:00:00+00 BC"],
    ["timestamptz", "4713-01-01 00:00:00.000001+00 BC"],
    ["date", "0044-03-15 BC"],
    ["interval", "-178000000 years -11 mons +30 days -00:00:00.000001"],
    ["daterange", "[0044-03-15 BC,0043-03-15 BC)"],
    ["numeric(40,10)", "-123456789012345678901234567890.1234567890"],
  ])("DA-M11: shows every value of %s as a whole, also far below the first ones", (typeName, value) => {
    const others = Array.from({ length: 500 }, () => null);
    expect(width(typeName, [...others, value])).toBeGreaterThan(room(value));
  });

  it("has an end for texts, and room for the head", () => {
    expect(width("text", ["a".repeat(1_000)])).toBe(380);
    expect(width("character varying", ["a"])).toBeGreaterThan(130);
    expect(width("text", [])).toBe(72);
  });
});
