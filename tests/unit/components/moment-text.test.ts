import { expect, it } from "vitest";
import { dayText, momentText } from "@/components/ui/moment-text";

it("a moment is said in words, in UTC", () => {
  expect(momentText("2026-03-01T09:30:59.123Z")).toBe("1 Mar 2026, 09:30 UTC");
  expect(dayText("2026-12-31T23:59:59.999Z")).toBe("31 Dec 2026");
});
