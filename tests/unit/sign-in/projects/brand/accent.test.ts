import { wcagContrast } from "culori";
import { describe, expect, it } from "vitest";
import { accentColors, judgeAccent } from "@/lib/sign-in/projects/brand/accent";

const SURFACES = ["#ffffff", "#161b18"];
/** The corners and middles of the colour cube: an owner may choose any. */
const LEVELS = ["00", "33", "66", "80", "99", "cc", "ff"];
const COLOURS = LEVELS.flatMap((r) => LEVELS.flatMap((g) => LEVELS.map((b) => `#${r}${g}${b}`)));

describe("an owner's accent colour", () => {
  it.each(SURFACES)("can be read on %s and can be read upon, in any colour", (surface) => {
    for (const colour of COLOURS) {
      const { accent, onAccent, accentText } = accentColors(colour, surface);
      expect.soft(wcagContrast(accent, onAccent), `text on ${colour}`).toBeGreaterThanOrEqual(4.5);
      expect.soft(wcagContrast(accentText, surface), `${colour} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("is left as it is if it can be read", () => {
    expect(accentColors("#1f6feb", "#ffffff")).toEqual({
      accent: "#1f6feb",
      onAccent: "#ffffff",
      accentText: "#1f6feb",
    });
  });

  it("is judged in both appearances, with the colour that is used instead", () => {
    expect(judgeAccent("#1f6feb")).toMatchObject({
      onAccent: { text: "white", contrast: 4.6 },
      text: { light: { color: "#1f6feb", chosen: 4.6 }, dark: { chosen: 3 } },
    });
    const { onAccent, text } = judgeAccent("#ffe600");
    expect(onAccent.text).toBe("black");
    expect(text.light.color).not.toBe("#ffe600");
    expect(text.light.contrast).toBeGreaterThanOrEqual(4.5);
    expect(text.dark.color).toBe("#ffe600");
  });
});
