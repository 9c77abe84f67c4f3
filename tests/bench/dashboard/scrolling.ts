import type { Page } from "@playwright/test";

export const SCROLLED_ROWS = 100_000;
const GESTURE_PX_PER_S = 6_000;

/** The milliseconds between frames while a grid is scrolled. */
export interface Scrolled {
  wheel: number[];
  thumb: number[];
}

/** Loads every row of a table in the SQL editor, and scrolls through the rows. */
export async function scrollResult(page: Page, sqlAddress: string, table: string, seconds: number): Promise<Scrolled> {
  await page.goto(sqlAddress);
  await page.getByRole("textbox", { name: "SQL" }).fill(`SELECT * FROM ${table} ORDER BY id`);
  await page.keyboard.press("Control+Enter");
  const grid = page.locator(`[role=grid][aria-rowcount="${SCROLLED_ROWS + 1}"]`);
  await grid.waitFor();
  // Files that load when the page is idle are not measured.
  await page.waitForLoadState("networkidle");
  const wheel = await frames(page, async () => {
    const box = await grid.boundingBox();
    if (!box) throw new Error("The grid has no place.");
    const session = await page.context().newCDPSession(page);
    await session.send("Input.synthesizeScrollGesture", {
      ...{ x: box.x + box.width / 2, y: box.y + box.height / 2, speed: GESTURE_PX_PER_S },
      ...{ yDistance: -GESTURE_PX_PER_S * seconds, gestureSourceType: "mouse" as const, preventFling: true },
    });
    await session.detach();
  });
  const thumb = await frames(page, () => grid.evaluate(dragThumb, seconds));
  return { wheel, thumb };
}

/** Goes through the whole height as a dragged scroll bar does: no row of a frame is in the next one. */
function dragThumb(element: Element, seconds: number): Promise<void> {
  const startedAt = performance.now();
  const height = element.scrollHeight - element.clientHeight;
  return new Promise((resolve) => {
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - startedAt) / (seconds * 1_000)));
      element.scrollTop = height * share;
      if (share < 1) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  });
}

async function frames(page: Page, scroll: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const watched = { deltas: [] as number[], isOver: false };
    let last = 0;
    const note = (now: number) => {
      if (last > 0) watched.deltas.push(now - last);
      last = now;
      if (!watched.isOver) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(window, { benchFrames: watched });
  });
  await scroll();
  return page.evaluate(() => {
    const { benchFrames } = window as unknown as { benchFrames: { deltas: number[]; isOver: boolean } };
    benchFrames.isOver = true;
    return benchFrames.deltas;
  });
}
