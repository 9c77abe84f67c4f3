import type { SignInCounts, SignInOutcome } from "@/lib/sign-in/events/sign-in-counts/resource";
import { wayWords } from "../projects/way-words";

interface CountLine {
  name: string;
  color: string;
  values: readonly number[];
}

/** The counts of one outcome, by method. */
export interface CountFigure {
  outcome: SignInOutcome;
  label: string;
  /** The attempts of each interval by any method. */
  values: readonly number[];
  /** The most used methods, and the others as one; empty where nothing was tried. */
  lines: readonly CountLine[];
}

const LABELS: readonly [SignInOutcome, string][] = [
  ["signed_in", "Signed in"],
  ["refused", "Refused"],
  ["signed_up", "Signed up"],
];
const COLORS = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)"] as const;
const OTHER = { name: "Other", color: "var(--chart-4)" } as const;

/** Returns the figures of the charts. A method has the same colour in each. */
export function countFigures({ moments, series }: SignInCounts): CountFigure[] {
  const named = mostUsed(series);
  return LABELS.map(([outcome, label]) => {
    const own = series.filter((line) => line.outcome === outcome);
    const ofMethods = (isOf: (method: string) => boolean) => addUp(own.filter(({ method }) => isOf(method)));
    const lines = [
      ...named.map((name, place) => ({
        name: wayWords(name),
        color: COLORS[place] ?? OTHER.color,
        values: ofMethods((method) => method === name),
      })),
      { ...OTHER, values: ofMethods((method) => !named.includes(method)) },
    ];
    return { outcome, label, values: addUp(own), lines: lines.filter(({ values }) => totalOf(values) > 0) };
  });

  function addUp(lines: SignInCounts["series"]): number[] {
    return moments.map((_, place) => totalOf(lines.map(({ attempts }) => attempts[place] ?? 0)));
  }
}

export const totalOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function mostUsed(series: SignInCounts["series"]): string[] {
  const totals = new Map<string, number>();
  for (const { outcome, method, attempts } of series) {
    if (method !== "" && outcome !== "signed_up") totals.set(method, (totals.get(method) ?? 0) + totalOf(attempts));
  }
  const ranked = [...totals].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
  return ranked.slice(0, COLORS.length).map(([method]) => method);
}
