import type { Page } from "@playwright/test";

export const PASTED = { rows: 1_000, columns: 10 };

/** Milliseconds from a paste, or from the click on Apply, until its effect is shown. */
export interface Pasted {
  collected: number;
  applied: number;
}

/** Pastes values over the rows of a table and beyond them, and applies them. The table has 50 rows, named 1 to 50. */
export async function pasteRows(page: Page, tableAddress: string, round: number): Promise<Pasted> {
  const lines = Array.from({ length: PASTED.rows }, (_, row) =>
    [row + 1, ...Array.from({ length: PASTED.columns - 1 }, (_, column) => `value ${round} ${row} ${column}`)].join(
      "\t",
    ),
  );
  await page.goto(tableAddress);
  await page.evaluate(() => localStorage.setItem("coppice.collect-changes", "true"));
  await page.reload({ waitUntil: "networkidle" });
  await page.getByRole("grid").getByRole("gridcell").first().click();
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join("\n"));
  await page.evaluate(watchPaste);
  await page.keyboard.press("Control+v");
  const collected = await timeOf(page, "benchCollected");
  await page.evaluate(watchApply);
  return { collected, applied: await timeOf(page, "benchApplied") };
}

async function timeOf(page: Page, name: string): Promise<number> {
  const handle = await page.waitForFunction((key) => (window as unknown as Record<string, number>)[key], name);
  return (await handle.jsonValue()) ?? Number.NaN;
}

/** Answers the question about rows beyond the last one at once: how long somebody thinks is not measured. */
function watchPaste(): void {
  document.addEventListener(
    "paste",
    () => {
      const startedAt = performance.now();
      const observer = new MutationObserver(() => {
        const buttons = [...document.querySelectorAll<HTMLElement>("[role=dialog] button")];
        buttons.find(({ textContent }) => /^Add .* rows$/.test(textContent ?? ""))?.click();
        if (!document.querySelector("[aria-label='Changes to apply']")) return;
        observer.disconnect();
        requestAnimationFrame(() =>
          setTimeout(() => Object.assign(window, { benchCollected: performance.now() - startedAt })),
        );
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true });
    },
    { capture: true, once: true },
  );
}

function watchApply(): void {
  const bar = document.querySelector("[aria-label='Changes to apply']");
  const apply = [...(bar?.querySelectorAll("button") ?? [])].find(({ textContent }) =>
    textContent?.startsWith("Apply"),
  );
  const startedAt = performance.now();
  const observer = new MutationObserver(() => {
    if (document.querySelector("[aria-label='Changes to apply']")) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => Object.assign(window, { benchApplied: performance.now() - startedAt })),
    );
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  apply?.click();
}
