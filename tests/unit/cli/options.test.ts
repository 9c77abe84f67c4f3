import { Command } from "commander";
import { expect, it } from "vitest";
import { z } from "zod";
import { defineFields } from "@/lib/cli/define/options";

const Input = z.object({
  name: z.string().describe("The name of the bucket."),
  maxObjectBytes: z.int().nullable().optional(),
  access: z.enum(["private", "public"]).default("private").describe("URL or link."),
  isPublic: z.boolean(),
  types: z.array(z.enum(["image", "video"])).optional(),
  plan: z.enum(["free", "pro"]).optional(),
});

function fieldsOf() {
  return defineFields(Input, {
    name: {},
    maxObjectBytes: { flags: "--max-object <size>", as: (text) => Number(text) * 1024 },
    access: {},
    isPublic: { no: "keep it closed" },
    types: {},
  });
}

async function read(...words: string[]) {
  const fields = fieldsOf();
  const command = new Command("create")
    .argument("[plan]")
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  fields.addTo(command);
  command.parse(words, { from: "user" });
  return fields.read(command, { plan: command.processedArgs[0] });
}

it("makes flags, help, choices, defaults and required options of a schema", () => {
  const command = new Command("create").argument("[plan]");
  fieldsOf().addTo(command);
  const told = command.options.map(({ flags, description, argChoices, defaultValue, mandatory }) => {
    return { flags, description, argChoices, defaultValue, mandatory };
  });
  expect(told).toEqual([
    { flags: "--name <name>", description: "the name of the bucket", mandatory: true },
    { flags: "--max-object <size>", description: "", mandatory: false },
    {
      ...{ flags: "--access <access>", description: "URL or link", mandatory: false },
      ...{ argChoices: ["private", "public"], defaultValue: "private" },
    },
    { flags: "--is-public", description: "", mandatory: false },
    { flags: "--no-is-public", description: "keep it closed", mandatory: false },
    { flags: "--types <types...>", description: "", argChoices: ["image", "video"], mandatory: false },
  ]);
  expect(command.registeredArguments[0]?.argChoices).toEqual(["free", "pro"]);
});

it("reads only the values that the caller gave, and false for a flag that the schema requires", async () => {
  expect(await read("--name", "photos")).toEqual({ name: "photos", isPublic: false });
  expect(
    await read("pro", "--name", "photos", "--max-object", "2", "--is-public", "--types", "image", "video"),
  ).toEqual({ plan: "pro", name: "photos", maxObjectBytes: 2_048, isPublic: true, types: ["image", "video"] });
});

it.each(["1.5", "12e3", "", "ten", "1234567890123456"])("refuses %j for a whole number", async (text) => {
  const fields = defineFields(z.object({ limit: z.int().optional() }), { limit: {} });
  const command = new Command("list");
  fields.addTo(command);
  command.parse(["--limit", text], { from: "user" });
  await expect(fields.read(command, {})).rejects.toMatchObject({ message: "--limit: Use a whole number." });
});

it("names a field as its caller knows it", () => {
  expect(["maxObjectBytes", "plan"].map(fieldsOf().nameOf)).toEqual(["--max-object", "<plan>"]);
});

it("takes the words of an option from one text, as the help shows them", () => {
  const command = new Command("list");
  defineFields(z.object({ redirectTo: z.url(), locale: z.string(), name: z.string(), isOpen: z.boolean() }), {
    redirectTo: "<url>  where the link leads",
    locale: "--language <language>",
    name: "the name, as <text>",
    isOpen: "--open  anyone may read it",
  }).addTo(command);
  expect(command.options.map(({ flags, description }) => [flags, description])).toEqual([
    ["--redirect-to <url>", "where the link leads"],
    ["--language <language>", ""],
    ["--name <name>", "the name, as <text>"],
    ["--open", "anyone may read it"],
  ]);
});
