import { expect, it } from "vitest";
import { dayText, momentText, relativeText } from "@/components/ui/moment-text";

it("a moment is said in words, in UTC", () => {
  expect(momentText("2026-03-01T09:30:59.123Z")).toBe("1 Mar 2026, 09:30 UTC");
  expect(dayText("2026-12-31T23:59:59.999Z")).toBe("31 Dec 2026");
});

it("says how long ago a time is, and how soon", () => {
  const now = Date.parse("2026-03-08T12:00:00.000Z");
  const at = (time: string) => relativeText(`2026-03-${time}:00.000Z`, now);
  expect(at("08T12:00")).toBe("just now");
  expect(relativeText("2026-03-08T12:00:15.000Z", now)).toBe("just now");
  expect(relativeText("2026-03-08T12:00:40.000Z", now)).toBe("in a moment");
  expect(at("08T11:57")).toBe("3 min ago");
  expect(at("08T12:59")).toBe("in 59 min");
  expect(at("08T02:20")).toBe("10 h ago");
  expect(at("07T11:00")).toBe("1 day ago");
  expect(at("02T12:00")).toBe("6 days ago");
  expect(at("01T09:30")).toBe("1 Mar 2026");
});
