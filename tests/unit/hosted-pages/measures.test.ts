import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { brandColors } from "@/lib/sign-in/projects/brand/accent";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";

const PIXELS_OF_A_REM = 16;
const read = (file: string) => readFileSync(file, "utf8");
const TOKENS = read("components/ui/tokens.css");
const PAGES = read("lib/hosted-pages/view/hosted-page.css");
const COMPONENTS = read("packages/client/src/styles.css");

/** The first value that a style sheet gives a variable; sizes in pixels. */
function readValue(styles: string, name: string): string {
  const found = new RegExp(`\\s${name}:\\s*([^;]+);`).exec(styles)?.[1];
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found.replace(/^([\d.]+)rem$/, (_, size: string) => `${Number(size) * PIXELS_OF_A_REM}px`);
}

const token = (name: string) => readValue(TOKENS, `--${name}`);
/** Without the variable by which an app sets its own. */
const own = (name: string) => readValue(COMPONENTS, name).replace(/^var\(--auth-[\w-]+, (.+)\)$/, "$1");

describe("hosted pages and the components have the values of the dashboard:", () => {
  it.each([
    ["--_auth-background", "surface-raised"],
    ["--_auth-field", "surface-raised"],
    ["--_auth-text", "text"],
    ["--_auth-muted", "text-meta"],
    ["--_auth-border", "line-field"],
    ["--_auth-danger", "danger"],
    ["--_auth-success", "good"],
    ["--_auth-control", "field-height"],
    ["--_auth-meta-size", "font-meta"],
    ["--_auth-label-size", "font-interface"],
    ["--_auth-text-size", "font-text"],
    ["--_auth-section-size", "font-section"],
    ["--_auth-title-size", "font-title"],
    ["--auth-radius", "radius"],
    ["--auth-gap", "space-3"],
  ])("%s of the components is --%s", (name, of) => expect(own(name)).toBe(token(of)));

  it.each(["surface-raised", "surface-page", "text", "text-meta", "line", "good"])("--%s of the pages", (name) =>
    expect(readValue(PAGES, `--${name}`)).toBe(token(name)),
  );

  it.each([
    ["--auth-accent", "accent"],
    ["--auth-on-accent", "on-accent"],
    ["--accent-text", "accent-text"],
  ])("%s of the dashboard's own pages is --%s", (name, of) => {
    const [, product = ""] = PAGES.split("body[data-product] {");
    expect(readValue(product, name)).toBe(token(of));
  });

  it("sizes and weights of text are among them", () => {
    const sizes = [12, 13, 14, 16, 20].map((size) => `${size / PIXELS_OF_A_REM}rem`);
    for (const styles of [PAGES, COMPONENTS]) {
      const written = [...styles.matchAll(/font-size: ([\d.]+\w+);/g)].map(([, size]) => size);
      expect(sizes).toEqual(expect.arrayContaining(written));
      const weights = [...styles.matchAll(/font-weight: (\d+);/g)].map(([, weight]) => weight);
      expect(["400", "500", "600"]).toEqual(expect.arrayContaining(weights));
    }
  });

  it("a project begins with the same radius", () => {
    expect(`${readSettings({}).brand.radius}px`).toBe(token("radius"));
  });

  it("an accent is made readable on the surfaces it is shown on", () => {
    const [, light = "", dark = ""] = /light-dark\((#\w+), (#\w+)\)/.exec(token("surface-raised")) ?? [];
    // A colour that is a surface is as hard to read on it as can be.
    expect(brandColors(light).accentText.light).not.toBe(light);
    expect(brandColors(dark).accentText.dark).not.toBe(dark);
  });
});
