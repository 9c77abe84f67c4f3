import { randomUUID } from "node:crypto";
import { coppice } from "../command-line";
import { expect, HOME, ownerTest as test } from "../page-test";

/** Returns the number of days of last month, in UTC. */
function daysOfPreviousMonth(): number {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).getUTCDate();
}

test("a project's usage is shown against its limits, this month or one before", async ({ page }) => {
  const name = `Shop ${randomUUID().slice(0, 8)}`;
  const { id } = await coppice("project", "create", process.env.COPPICE_ORG_ID ?? "", name);
  await page.goto(`${HOME}/projects/${id}`);
  await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Usage" }).click();
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Usage", level: 1 })).toBeVisible();
  const usage = main.getByRole("table", { name: "Usage" });
  await expect(usage.getByRole("row").filter({ hasText: "Storage" })).toContainText(/of \d+ GB/);
  await expect(usage.getByRole("row").filter({ hasText: "Realtime connection time" })).toContainText(/of [\d,]+ h/);
  await expect(main.getByRole("link", { name: "Next month" })).toHaveCount(0);
  await main.getByRole("link", { name: "Previous month" }).click();
  await expect(page).toHaveURL(/\?month=\d{4}-\d{2}$/);
  const chart = main.getByRole("figure", { name: "Realtime connection time" });
  await expect(chart.getByRole("img", { name: /in the month so far, .* limit [\d,]+ h$/ })).toBeVisible();
  await expect(chart.getByText(/^limit [\d,]+ h$/)).toBeVisible();
  await main.getByText("Show as a table").click();
  const days = main.getByRole("table", { name: /^Usage by day/ });
  await expect(days.getByRole("row")).toHaveCount(1 + daysOfPreviousMonth());
  await main.getByRole("slider", { name: "Moment in the charts" }).focus();
  await page.keyboard.press("Home");
  await expect(main.getByRole("slider")).toHaveAttribute(
    "aria-valuetext",
    /^1 [A-Z][a-z]{2}, Realtime connection time 0 s/,
  );
  await main.getByRole("link", { name: "Next month" }).click();
  await expect(main.getByRole("link", { name: "Next month" })).toHaveCount(0);
});

test("billing says that the operator sets the plan where no provider is set up, and the excess over it", async ({
  page,
}) => {
  await page.goto(HOME);
  await page.getByRole("navigation", { name: "Organisation" }).getByRole("link", { name: "Billing" }).click();
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Billing", level: 1 })).toBeVisible();
  await expect(main.getByText("The operator sets the plan")).toBeVisible();
  await expect(main.getByRole("heading", { name: "Over the limits" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Manage subscription" })).toHaveCount(0);
  await main.getByRole("link", { name: "Compare plans" }).click();
  await expect(main.getByRole("heading", { name: "Plan and usage", level: 1 })).toBeVisible();
});
