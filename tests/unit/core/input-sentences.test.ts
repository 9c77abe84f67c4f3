import { expect, it } from "vitest";
import { z } from "zod";
import { readAs } from "@/lib/core/input-sentences";

const Input = z.strictObject({
  name: z.string().min(1).max(8).optional(),
  code: z.string().length(6).optional(),
  places: z.int().min(1).max(99).optional(),
  share: z.number().gt(0).lt(1).optional(),
  tags: z.array(z.string()).min(2).max(3).optional(),
  plan: z.enum(["free", "pro"]).optional(),
  kind: z.literal("table").optional(),
  isOpen: z.boolean().optional(),
  more: z.record(z.string(), z.string()).optional(),
  at: z.iso.datetime().optional(),
  email: z.email().optional(),
  hex: z
    .string()
    .regex(/^[0-9a-f]+$/)
    .optional(),
  own: z
    .string()
    .refine(() => false)
    .optional(),
  said: z.string().min(4, "must be long enough").optional(),
  either: z.union([z.string(), z.number()]).optional(),
});

it.each([
  [{ name: "" }, "name must not be empty"],
  [{ name: "123456789" }, "name must have at most 8 characters"],
  [{ code: "1" }, "code must have exactly 6 characters"],
  [{ places: 0 }, "places must be at least 1"],
  [{ places: 100 }, "places must be at most 99"],
  [{ places: 1.5 }, "places must be a whole number"],
  [{ places: "1" }, "places must be a number"],
  [{ share: 0 }, "share must be more than 0"],
  [{ share: 1 }, "share must be less than 1"],
  [{ tags: ["one"] }, "tags must have at least 2 items"],
  [{ tags: "one" }, "tags must be an array"],
  [{ plan: "team" }, "plan must be one of free, pro"],
  [{ kind: "view" }, "kind must be table"],
  [{ isOpen: "yes" }, "isOpen must be true or false"],
  [{ more: [] }, "more must be an object"],
  [{ at: "noon" }, "at must be a time such as 2026-01-31T12:00:00Z"],
  [{ email: "ada" }, "email must be an email address"],
  [{ hex: "xyz" }, "hex must match /^[0-9a-f]+$/"],
  [{ own: "" }, "own isn't valid"],
  [{ said: "" }, "said must be long enough"],
  [{ either: true }, "either must have one of the documented forms"],
  [{ other: 1 }, 'has no field "other"'],
])("says in words how %j differs", (value, sentence) => {
  const { error } = readAs(Input, value);
  expect(error?.issues.map(({ path, message }) => [...path, message].join(" "))).toEqual([sentence]);
});

it("says that a field is required", () => {
  const { error } = readAs(z.object({ name: z.string() }), {});
  expect(error?.issues[0]?.message).toBe("is required");
});
