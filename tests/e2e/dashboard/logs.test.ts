import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks } from "../looks";
import { expect, HOME, ownerTest as test } from "../page-test";

const main = (page: Page) => page.getByRole("main");
const entries = (page: Page) => main(page).getByRole("list", { name: "Entries" });

/** Makes a request that is refused, and returns its ID once the log has it. */
async function refusedRequest(page: Page, projectId: string): Promise<string> {
  const response = await page.request.get(`/v1/projects/${projectId}/users`, {
    headers: { Authorization: "Bearer sk_coppice_nobody" },
  });
  expect(response.status()).toBe(401);
  const requestId = response.headers()["x-request-id"] ?? "";
  await page.goto(`${HOME}/projects/${projectId}/logs?text=${requestId}&live=on`);
  await expect(entries(page).getByRole("listitem")).toHaveCount(1);
  return requestId;
}

test("a request is found by its ID, and its details lead on", async ({ page }) => {
  const { id } = await coppice("project", "create", process.env.COPPICE_ORG_ID ?? "", `Shop ${randomUUID()}`);
  await page.goto(`${HOME}/projects/${id}/logs`);
  await expect(main(page).getByRole("heading", { name: "No entries yet" })).toBeVisible();
  const requestId = await refusedRequest(page, id);
  await entries(page)
    .getByRole("button", { name: /unauthorized/ })
    .click();
  const details = page.getByRole("dialog");
  await expect(details.getByText("Request: 401")).toBeVisible();
  await expect(details.getByRole("region", { name: "Request ID" })).toHaveText(requestId);
  await expectGoodLooks(page, "pages/dashboard-logs-details");
  await details.getByRole("button", { name: "Close" }).click();

  await page.goto(`${HOME}/projects/${id}/logs`);
  await main(page).getByRole("link", { name: "Errors", exact: true }).click();
  await expect(page).toHaveURL(/level=error/);
  await expect(main(page).getByRole("heading", { name: "No matching entries" })).toBeVisible();
  await main(page).getByRole("link", { name: "Errors", exact: true }).click();
  await expect(page).not.toHaveURL(/level=/);
  await main(page).getByRole("link", { name: "Requests", exact: true }).click();
  await expect(entries(page).getByRole("listitem")).toHaveCount(1);
  await expectGoodLooks(page, "pages/dashboard-logs");
});

test("new entries come in while the page is live, and not while one is read", async ({ page }) => {
  const { id } = await coppice("project", "create", process.env.COPPICE_ORG_ID ?? "", `Shop ${randomUUID()}`);
  await refusedRequest(page, id);
  await page.goto(`${HOME}/projects/${id}/logs`);
  await main(page).getByRole("link", { name: "Live", exact: true }).click();
  await expect(main(page).getByText("Live", { exact: true }).last()).toBeVisible();
  await page.request.get(`/v1/projects/${id}/users`, { headers: { Authorization: "Bearer sk_coppice_nobody" } });
  await expect(entries(page).getByRole("listitem")).toHaveCount(2);
  await entries(page).getByRole("button").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(main(page).getByText("Held still while you read.")).toBeAttached();
});

test("the entries that fit are downloaded as JSON Lines", async ({ page }) => {
  const { id } = await coppice("project", "create", process.env.COPPICE_ORG_ID ?? "", `Shop ${randomUUID()}`);
  const requestId = await refusedRequest(page, id);
  const exported = await page.request.get(`${HOME}/projects/${id}/logs/export?text=${requestId}`);
  expect(exported.headers()["content-disposition"]).toContain("project-log.ndjson");
  expect(JSON.parse((await exported.text()).trim())).toMatchObject({ requestId, source: "request", status: 401 });
});
