import { expect, it } from "vitest";
import { joinSpans, type RestorableSpan } from "@/lib/server/backups/restorable";

const at = (second: number, millisecond = 0) => new Date(Date.UTC(2026, 0, 1, 0, 0, second, millisecond));
const span = (from: Date, to: Date | null): RestorableSpan => ({ from, to, missing: null });

it("base backups that follow on one another have no gap between them", () => {
  const spans = [span(at(1), at(4, 999)), span(at(5), null)];
  expect(joinSpans(spans, at(9))).toEqual({ restorableFrom: at(1), restorableTo: at(9), restoreGaps: [] });
});

it("a gap lasts up to the next base backup that is whole", () => {
  const damaged = span(at(5), at(4, 999));
  expect(joinSpans([span(at(1), at(3)), damaged, span(at(8), null)], at(9))).toEqual({
    ...{ restorableFrom: at(1), restorableTo: at(9) },
    restoreGaps: [{ from: at(3), until: at(8) }],
  });
});

it("before the next base backup, and until all that it needs has been sent, the times end before the gap", () => {
  const ended = { restorableFrom: at(1), restorableTo: at(3), restoreGaps: [] };
  expect(joinSpans([span(at(1), at(3))], at(9))).toEqual(ended);
  expect(joinSpans([span(at(1), at(3)), span(at(8), null)], at(7))).toEqual(ended);
});

it("without a whole base backup there are none", () => {
  const nothing = { restorableFrom: null, restorableTo: null, restoreGaps: [] };
  expect(joinSpans([], at(9))).toEqual(nothing);
  expect(joinSpans([span(at(5), at(4, 999))], at(9))).toEqual(nothing);
});
