import { expect, it } from "vitest";
import { listSettings, parseSettings } from "@/lib/cli/commands/project-settings";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";

it("the output of project show is input of project set, texts by language included", () => {
  const texts = { en: { "signIn.title": "Welcome back" } };
  const settings = readSettings({ brand: { texts } });
  const printed = listSettings(settings);
  expect(Object.fromEntries(printed)["brand.texts"]).toBe(JSON.stringify(texts));
  expect(parseSettings(printed.map(([path, value]) => `${path}=${value}`))).toEqual(settings);
});

it("texts that nobody changed are printed too", () => {
  expect(listSettings(readSettings({}))).toContainEqual(["brand.texts", "{}"]);
});
