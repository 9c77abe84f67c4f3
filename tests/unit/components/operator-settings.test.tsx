import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ChangeSettings } from "@/components/dashboard/administration/settings/change-settings";
import { InstallationFacts } from "@/components/dashboard/administration/settings/installation-facts";
import { PlanLimits } from "@/components/dashboard/administration/settings/plan-limits";
import { SettingValue } from "@/components/dashboard/administration/settings/setting-value";
import { TestMail } from "@/components/dashboard/administration/settings/test-mail";
import type { OperatorSetting } from "@/lib/people/operator-settings/resource";

const SETTING: OperatorSetting = {
  ...{ name: "COPPICE_SIGN_UP", label: "Sign-up", note: null, placeholder: null, isNumber: false },
  choices: [{ value: "open", label: "Open" }],
  ...{ isSecret: false, source: "default", value: "open", isSet: true, fallback: "open", stored: null },
  ...{ isStored: false, changedAt: null },
};

const refuse = async () => ({ isDone: false, message: "No." }) as const;
const htmlOf = (node: ReactNode) => renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>);
const shownOf = (changes: Partial<OperatorSetting>) =>
  htmlOf(<SettingValue setting={{ ...SETTING, ...changes }} unset={refuse} />);

it("a setting shows its value, its source, and a way to remove a stored one", () => {
  expect(shownOf({})).toMatch(/Open.*Default\./);
  expect(shownOf({})).not.toContain("Remove");
  const stored = { source: "stored", isStored: true, changedAt: "2026-03-01T09:30:00.000Z" } as const;
  expect(shownOf(stored)).toMatch(/Stored here, .*<time.*Remove/s);
  expect(shownOf({ source: "variable" })).toMatch(/Fixed by the variable <code>COPPICE_SIGN_UP<\/code>\./);
  expect(shownOf({ ...stored, source: "variable" })).toContain("A stored value isn&#x27;t in force.");
  expect(shownOf({ ...stored, source: "default" })).toContain("doesn&#x27;t fit");
});

it("a secret is told as set", () => {
  const html = shownOf({ name: "SMTP_URL", isSecret: true, value: null, choices: [] });
  expect(html).toContain("<div>Set</div>");
  expect(shownOf({ isSecret: true, isSet: false, value: null })).toContain("<div>None</div>");
});

it("limits of plans show the default of each that was changed", () => {
  const cells = [
    { plan: "free", text: "5", standard: "3" },
    { plan: "pro", text: "25", standard: null },
  ];
  const html = htmlOf(<PlanLimits plans={["Free", "Pro"]} rows={[{ label: "Databases", cells }]} />);
  expect(html).toMatch(/Databases.*5<div[^>]*>default 3<\/div>.*25<\/td>/);
});

it("facts name their variables, and buttons the things that they change", () => {
  const fact = { label: "Redis", variable: "REDIS_URL", value: "Set", source: "variable" } as const;
  expect(htmlOf(<InstallationFacts facts={[fact]} />)).toMatch(/Redis.*Set.*Set by the variable <code>REDIS_URL/);
  const form = { title: "Change: Email", submit: "Save", fields: [] };
  expect(htmlOf(<ChangeSettings form={form} action={refuse} />)).toMatch(/aria-label="Change: Email".*Change/);
  expect(htmlOf(<TestMail to="ada@mail.example" action={refuse} />)).toContain("Send test email");
});
