import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ownName } from "@/components/ui/own-name";
import { readSourceFiles } from "../architecture/source-files";

/** An opening tag with its properties; arrows of functions have the only `>` in them. */
const DROPDOWN = /<(?:Popover|Menu)\.?Dropdown\b(?:=>|[^>])*>/g;

const dropdowns = [...readSourceFiles().values()]
  .filter(({ path }) => path.endsWith(".tsx"))
  .flatMap(({ path, text }) => (text.match(DROPDOWN) ?? []).map((tag) => ({ path, tag })));

test("a dropdown with a name of its own isn't named by the button that opens it", () => {
  expect(dropdowns.filter(({ tag }) => tag.includes("{...ownName(")).length).toBeGreaterThan(4);
  // A popover without roles names nothing.
  const byLibrary = dropdowns.filter(({ tag }) => !tag.includes('role="dialog"'));
  expect(byLibrary.filter(({ tag }) => tag.includes("aria-label"))).toEqual([]);
  const library = { "aria-labelledby": "opener" };
  expect(renderToStaticMarkup(<div {...library} {...ownName("Tasks")} />)).toBe(
    '<div aria-labelledby="" aria-label="Tasks"></div>',
  );
});
