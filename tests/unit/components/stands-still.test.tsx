import { globSync, readFileSync } from "node:fs";
import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SearchButton } from "@/components/dashboard/frame/search-button";
import { SaveButton } from "@/components/ui/save-button";

/** Returns the declarations of a selector in a style sheet. */
function rule(file: string, selector: string): string {
  const text = readFileSync(file, "utf8");
  const start = text.indexOf(`\n${selector} {`);
  return start === -1 ? "" : text.slice(start, text.indexOf("}", start));
}

it("DA-L5: a number of the history stays in one line, however many digits it has", () => {
  const figure = rule("components/dashboard/history/history.module.css", ".figure");
  expect(figure).toContain("white-space: nowrap");
  expect(figure).toContain("flex: none");
});

it("the sidebar scrolls in a low window, and its heading keeps its height there", () => {
  // A text with an ellipsis may shrink to nothing in a column.
  const place = rule("components/dashboard/frame/sidebar.module.css", ".place");
  expect(place).toContain("overflow: hidden");
  expect(place).toContain("flex: none");
});

it("DA-L8: the header and forms look before their scripts run as they do afterwards", () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <SearchButton open={() => {}} />
      <SaveButton differs={false} />
    </MantineProvider>,
  );
  // The place of the shortcut is kept until it is known which keys it has.
  expect(html).toMatch(/<kbd aria-hidden="true">Ctrl K<\/kbd>/);
  expect(rule("components/dashboard/frame/header.module.css", ".search kbd")).toContain("min-width");
  expect(rule("components/dashboard/frame/header.module.css", ".search kbd:not([data-known])")).toContain("hidden");
  expect(html).toMatch(/data-early="true" type="submit" title="Ctrl\+S/);
  expect(html).not.toContain('disabled=""');
});

it("DA-L14: the button of a menu of actions is bare wherever it is", () => {
  const buttons = globSync("{app,components}/**/*.tsx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/<(\w+)(?:\s[^<]*)?>\s*<IconDots /g)].map(([, name]) => name),
  );
  expect(buttons.length).toBeGreaterThan(2);
  expect(buttons.filter((name) => name !== "IconButton" && name !== "ActionIcon")).toEqual([]);
});
