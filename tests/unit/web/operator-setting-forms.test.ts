import { afterEach, describe, expect, it } from "vitest";
import { CHANGEABLE_NAMES } from "@/lib/core/changeable-settings";
import { CHANGEABLE_LIMIT_NAMES, CHANGEABLE_LIMITS, changedPlans, limitOf } from "@/lib/core/plan-changes";
import { PLANS, putPlansInForce } from "@/lib/core/plans";
import { isSecretSetting, SETTING_GROUPS } from "@/lib/people/operator-settings/groups";
import type { OperatorSetting } from "@/lib/people/operator-settings/resource";
import { formOfGroup, valuesOfForm } from "@/lib/web/operator-setting-forms";
import { comparePlanLimits, formOfPlan, limitsOfForm } from "@/lib/web/plan-forms";

const MB = 1024 ** 2;

afterEach(() => putPlansInForce(PLANS));

const SETTING: OperatorSetting = {
  ...{ name: "COPPICE_AUDIT_DAYS", label: "Days", note: null, placeholder: null, choices: [], isNumber: true },
  ...{ isSecret: false, source: "default", value: "730", isSet: true, fallback: "730", stored: null },
  ...{ isStored: false, changedAt: null },
};
const group = (...settings: OperatorSetting[]) => ({ id: "x", title: "Things", text: "Of them.", settings });

describe("the form of a group of settings", () => {
  it("shows stored values in its fields, and defaults beside them", () => {
    const form = formOfGroup(group({ ...SETTING, source: "stored", stored: "365", value: "365", isStored: true }));
    expect(form?.fields).toMatchObject([{ name: SETTING.name, kind: "number", value: "365", placeholder: "730" }]);
  });

  it("has no field for a setting that a variable fixes, and is none where all are fixed", () => {
    const fixed: OperatorSetting = { ...SETTING, name: "COPPICE_MAIL_FROM", source: "variable" };
    expect(formOfGroup(group(fixed, SETTING))?.fields.map(({ name }) => name)).toEqual([SETTING.name]);
    expect(formOfGroup(group(fixed))).toBeNull();
  });

  it("names the default among the choices", () => {
    const choices = [
      { value: "open", label: "Open" },
      { value: "closed", label: "Closed" },
    ];
    const form = formOfGroup(group({ ...SETTING, choices, fallback: "closed" }));
    expect(form?.fields[0]?.choices[0]).toEqual({ value: "", label: "Default (Closed)" });
  });

  it("reads an empty field as the default, and an empty secret as unchanged", () => {
    const sent = { COPPICE_AUDIT_DAYS: " 365 ", COPPICE_MAIL_FROM: "", SMTP_URL: "" };
    expect(valuesOfForm(sent)).toEqual({ COPPICE_AUDIT_DAYS: "365", COPPICE_MAIL_FROM: null });
    expect(() => valuesOfForm({})).toThrow("The page sent no settings.");
  });
});

it("every setting that can be changed is in one group, and the secret ones are known", () => {
  const names = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings));
  expect(names.toSorted()).toEqual([...CHANGEABLE_NAMES].toSorted());
  expect(CHANGEABLE_NAMES.filter(isSecretSetting)).toEqual(["SMTP_URL", "COPPICE_AI_KEY"]);
});

describe("the form of a plan", () => {
  it("shows changed limits in its fields, in MB where they are sizes, and defaults beside them", () => {
    putPlansInForce(changedPlans({ free: { databases: 5, storageBytes: 2_048 * MB } }));
    const fields = Object.fromEntries(formOfPlan("free", "Free").fields.map((field) => [field.name, field]));
    expect(fields.databases).toMatchObject({ kind: "number", value: 5, placeholder: "3" });
    expect(fields.storageBytes).toMatchObject({ kind: "megabytes", value: 2_048 * MB, placeholder: "1024" });
    expect(fields.branches).toMatchObject({ value: null, placeholder: "5" });
  });

  it("reads the texts of its fields, an empty one as the default", () => {
    const limits = limitsOfForm({ databases: "5", storageBytes: "2048", branches: " " });
    expect(limits).toEqual({ databases: 5, storageBytes: 2_048 * MB });
    expect(() => limitsOfForm({})).toThrow("The page sent no limits.");
  });

  it.each([
    [{ databases: "0" }, "Databases: enter a whole number of at least 1."],
    [{ databases: "many" }, "Databases: enter a whole number of at least 1."],
    [{ storageBytes: "1" }, "Storage, per project: enter a size of at least 16 MB."],
  ])("refuses %j at its field", (fields, message) => {
    expect(() => limitsOfForm(fields)).toThrow(message);
  });

  it("is compared with the others, with the default of each changed limit", () => {
    putPlansInForce(changedPlans({ free: { databases: 5 } }));
    const [databases] = comparePlanLimits();
    expect(databases?.cells.map(({ text, standard }) => [text, standard])).toEqual([
      ["5", "3"],
      ["25", null],
      ["200", null],
    ]);
  });
});

it("each changeable limit is one that plans have", () => {
  for (const name of CHANGEABLE_LIMIT_NAMES) {
    expect(limitOf(PLANS.free, name), CHANGEABLE_LIMITS[name].label).toBeGreaterThan(0);
    expect(limitOf(changedPlans({ pro: { [name]: 123_456_789 } }).pro, name)).toBe(123_456_789);
  }
  expect(PLANS.pro.databases).toBe(25);
});
