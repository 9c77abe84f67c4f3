import { expect, it } from "vitest";
import { countFigures } from "@/components/dashboard/sign-in-counts/count-figures";
import type { SignInCounts } from "@/lib/sign-in/events/sign-in-counts/resource";

const line = (outcome: SignInCounts["series"][number]["outcome"], method: string, ...attempts: number[]) => ({
  outcome,
  method,
  attempts,
});

it("the most used methods have lines of the same colour in each chart, and the others are one line", () => {
  const figures = countFigures({
    range: "24h",
    moments: ["2026-03-01T00:00:00.000Z", "2026-03-01T01:00:00.000Z"],
    series: [
      line("signed_in", "password", 5, 6),
      line("signed_in", "google", 1, 0),
      line("signed_in", "passkey", 0, 2),
      line("signed_in", "acme", 3, 3),
      line("refused", "acme", 0, 1),
      line("refused", "", 4, 0),
      line("signed_up", "", 1, 1),
    ],
  });
  expect(figures.map(({ label, values }) => [label, values])).toEqual([
    ["Signed in", [9, 11]],
    ["Refused", [4, 1]],
    ["Signed up", [1, 1]],
  ]);
  expect(figures[0]?.lines).toEqual([
    { name: "Password", color: "var(--chart-1)", values: [5, 6] },
    { name: "acme", color: "var(--chart-2)", values: [3, 3] },
    { name: "Passkey", color: "var(--chart-3)", values: [0, 2] },
    { name: "Other", color: "var(--chart-4)", values: [1, 0] },
  ]);
  expect(figures[1]?.lines.map(({ name, color }) => `${name} ${color}`)).toEqual([
    "acme var(--chart-2)",
    "Other var(--chart-4)",
  ]);
});
