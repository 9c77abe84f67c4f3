import { describe, expect, it } from "vitest";
import { axisMarks, drawLine, timeMarks } from "@/components/dashboard/charts/axis";

describe("the marks of an axis", () => {
  it("are easy to read, equally far apart, and reach just above the highest value", () => {
    expect(axisMarks(26, true)).toEqual([0, 10, 20, 30]);
    expect(axisMarks(1, true)).toEqual([0, 1, 2]);
    expect(axisMarks(3, true)).toEqual([0, 1, 2, 3]);
    expect(axisMarks(0.003, true)).toEqual([0, 1, 2]);
    expect(axisMarks(0.07, false)).toEqual([0, 0.025, 0.05, 0.075]);
    expect(axisMarks(8_400_000, false)).toEqual([0, 5_000_000, 10_000_000]);
    expect(axisMarks(9_400_000, false, 2 ** 20)).toEqual([0, 5 * 2 ** 20, 10 * 2 ** 20]);
    for (const highest of [0.004, 1.5, 17, 99, 100, 101, 12_345]) {
      const top = axisMarks(highest, false).at(-1) ?? 0;
      expect(top).toBeGreaterThanOrEqual(highest);
      expect(top).toBeLessThanOrEqual(highest * 2);
    }
  });

  it("are there when nothing happened", () => {
    expect(axisMarks(0, false)).toEqual([0, 1]);
  });
});

describe("the line of a chart", () => {
  it("is straight from value to value, and open where one is missing", () => {
    const { line, area } = drawLine([0, 5, null, 10, 10], 10);
    expect(line).toBe("M0,100L25,50M75,0L100,0");
    expect(area).toBe("M0,100L0,100L25,50V100ZM75,100L75,0L100,0V100Z");
  });

  it("is a dot for a value without neighbours", () => {
    expect(drawLine([null, 5, null], 10).line).toBe("M50,50h0.01");
  });
});

describe("the marks of a time axis", () => {
  const texts = (first: string, last: string, offset: number) => timeMarks(first, last, offset).map(({ text }) => text);

  it("are full quarters of an hour, hours or days of the reader's clock", () => {
    expect(texts("2026-03-01T11:07:00Z", "2026-03-01T12:07:00Z", 0)).toEqual(["11:15", "11:30", "11:45", "12:00"]);
    expect(texts("2026-03-01T11:07:00Z", "2026-03-02T11:07:00Z", 330)).toEqual(["18:00", "00:00", "06:00", "12:00"]);
    expect(texts("2026-03-01T11:00:00Z", "2026-03-08T11:00:00Z", 60)).toEqual(["2 Mar", "4 Mar", "6 Mar", "8 Mar"]);
  });

  it("are at their moment", () => {
    expect(timeMarks("2026-03-01T11:00:00Z", "2026-03-01T12:00:00Z", 0)[0]).toEqual({ share: 0.25, text: "11:15" });
  });
});
