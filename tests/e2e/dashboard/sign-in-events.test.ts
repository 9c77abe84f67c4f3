import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks } from "../looks";
import { expect, HOME, ownerTest as test } from "../page-test";

const main = (page: Page) => page.getByRole("main");

test("a refusal is found among the events and in the charts, explained, and its cause is lifted", async ({ page }) => {
  const { id } = await coppice("project", "create", process.env.COPPICE_ORG_ID ?? "", `Shop ${randomUUID()}`);
  await coppice("user", "create", "ada@example.com", "--project", id, "--name", "Ada", "--verified");
  await page.goto(`/auth/${id}/sign-in`);
  const form = main(page);
  await form.getByLabel("Email address").fill("ada@example.com");
  await form.getByLabel("Password", { exact: true }).fill("not the password");
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(form.getByText("The email address or password is incorrect.")).toBeVisible();
  await coppice("user", "ban", "ada@example.com", "--project", id);

  await page.goto(`${HOME}/projects/${id}/events`);
  await expect(main(page).getByRole("figure", { name: "Refused" })).toContainText("1");
  await expect(main(page).getByRole("img", { name: "Refused in the last 7 days: Password 1" })).toBeVisible();
  const slider = main(page).getByRole("slider", { name: "Moment in the charts" });
  await slider.focus();
  await expect(slider).toHaveAttribute("aria-valuetext", /Signed in 0, Refused 1, Signed up 0$/);
  await main(page).getByRole("link", { name: "Refused", exact: true }).click();
  const events = main(page).getByRole("list", { name: "Events" });
  await expect(events.getByRole("listitem")).toHaveCount(1);
  await expectGoodLooks(page, "pages/dashboard-sign-in-events");

  await events.getByRole("button", { name: "No password set" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Why couldn't they get in?" }).click();
  await expect(page).toHaveURL(/\/events\/why\?about=ada%40example\.com$/);
  const findings = main(page).getByRole("region", { name: "ada@example.com" });
  await expect(findings).toContainText("The account was banned by the operator.");
  await findings.getByRole("button", { name: "Unban" }).click();
  await expect(findings).toContainText("Nothing keeps this account out now.");
  await expect(main(page).getByText("Ban lifted")).toBeVisible();
  await findings.getByRole("button", { name: "Send reset email" }).click();
  await expect(main(page).getByText(/^Reset email /)).toBeVisible();
  await expectGoodLooks(page, "pages/dashboard-why");
});
