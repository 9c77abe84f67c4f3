import { Command } from "commander";
import { expect, it } from "vitest";
import { z } from "zod";
import { found, list, moment, onOff, size } from "@/lib/cli/define/kinds";
import { defineFields } from "@/lib/cli/define/options";
import type { ServiceContext } from "@/lib/runtime";

const Input = z.object({
  ...{ maxBytes: z.int().optional(), until: z.date().optional(), isOpen: z.boolean().optional() },
  ...{ types: z.array(z.string()).optional(), ownerId: z.string().optional() },
});

const fields = defineFields(Input, {
  maxBytes: size("--max  the largest object"),
  until: moment("<day>  when it ends"),
  isOpen: onOff("whether anyone may read it"),
  types: list("<types>  the types, separated by commas"),
  ownerId: found("--owner <user>  the user who owns it", (_ctx, email) => `id of ${email}`),
});

function commandWith(...words: string[]): Command {
  const command = new Command("set").exitOverride().configureOutput({ writeErr: () => {} });
  fields.addTo(command);
  return command.parse(words, { from: "user" });
}

it("a kind brings the value in the help, unless the words of the option have one", () => {
  expect(commandWith().options.map(({ flags }) => flags)).toEqual([
    "--max <size>",
    "--until <day>",
    "--is-open <on|off>",
    "--types <types>",
    "--owner <user>",
  ]);
});

it("a kind reads its value, and leaves a value of the session to be found there", async () => {
  const words = ["--max", "2M", "--until", "2d", "--is-open", "off", "--types", "a, b", "--owner", "ada@example.com"];
  expect(await fields.read(commandWith(...words), {})).toEqual({
    ...{ maxBytes: 2 * 1024 ** 2, until: "2d", isOpen: false, types: ["a", "b"], ownerId: "ada@example.com" },
  });
  const ctx = { clock: { now: () => new Date("2026-01-01T00:00:00Z") } } as ServiceContext;
  expect(fields.finds.get("until")?.(ctx, "2d", {})).toEqual(new Date("2026-01-03T00:00:00Z"));
  expect(fields.finds.get("ownerId")?.(ctx, "ada@example.com", {})).toBe("id of ada@example.com");
});

it.each([
  ["--max", "50"],
  ["--until", "soon"],
])("%s refuses %j by its name", async (flag, text) => {
  await expect(fields.read(commandWith(flag, text), {})).rejects.toThrow(`${flag}: `);
});
