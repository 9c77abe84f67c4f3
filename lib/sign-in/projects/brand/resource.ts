/** The legibility of an accent, as contrasts of WCAG 2.2 rounded to a tenth. */
export interface AccentJudgement {
  onAccent: { text: "white" | "black"; contrast: number };
  /** The accent as text: the colour that is used in each appearance, and the contrast of the accent as it was chosen. */
  text: Record<"light" | "dark", { color: string; contrast: number; chosen: number }>;
}
