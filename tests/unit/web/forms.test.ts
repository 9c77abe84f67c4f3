import { describe, expect, it } from "vitest";
import { z } from "zod";
import { PROJECT } from "@/app/dashboard/[organisationId]/project-forms";
import { BUCKET } from "@/app/dashboard/[organisationId]/projects/[projectId]/storage/forms";
import { WEBHOOK } from "@/app/dashboard/[organisationId]/projects/[projectId]/webhooks/forms";
import { toSchema } from "@/lib/http/openapi/to-schema";
import { CreateBucketInput } from "@/lib/services/storage/buckets/create";
import { defineForm } from "@/lib/web/forms/define-form";

const field = (name: string) => BUCKET.form.fields.find((each) => each.name === name);

describe("a form of a verb's input", () => {
  it("has the words, limits and defaults of the schema as plain data", () => {
    expect(BUCKET.form.fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "name text",
      "public check",
      "maxObjectBytes megabytes",
      "allowedTypes words",
      "cacheSeconds number",
      "transforms choice",
    ]);
    expect(field("name")).toMatchObject({ label: "Name", isRequired: true, maxLength: 63, value: null });
    expect(field("cacheSeconds")).toMatchObject({
      label: "Cache time (seconds)",
      note: "How long browsers and proxies may keep a public object",
      isRequired: true,
      value: 3_600,
    });
    expect(field("maxObjectBytes")).toMatchObject({ isRequired: false, note: "Empty for the plan's limit" });
    expect(field("transforms")?.choices[0]).toEqual({ value: "off", label: "None" });
    expect(JSON.parse(JSON.stringify(BUCKET.form))).toEqual(BUCKET.form);
    const events = WEBHOOK.form.fields.find(({ name }) => name === "events");
    expect(events?.groups.map(({ label }) => label)).toEqual(["Users", "Sessions", "Organisations", "Security"]);
    expect(WEBHOOK.form.fields.map(({ maxLength }) => maxLength)).toEqual([2_048, 200, undefined]);
    expect(PROJECT.form.fields).toMatchObject([{ name: "name", isRequired: true, maxLength: 64 }]);
  });

  it("reads the submitted fields as the verb takes it", () => {
    const input = z.object(BUCKET.input);
    const sent = { name: "avatars", maxObjectBytes: "0.5", allowedTypes: " image/*, text/plain ", transforms: "any" };
    expect(input.parse({ ...sent, public: "on", cacheSeconds: "60" })).toEqual({
      name: "avatars",
      public: true,
      maxObjectBytes: 524_288,
      allowedTypes: ["image/*", "text/plain"],
      transforms: "any",
      cacheSeconds: 60,
    });
    const bare = { name: "avatars", maxObjectBytes: "", allowedTypes: "", transforms: "off", cacheSeconds: "0" };
    expect(input.parse(bare)).toMatchObject({ public: false, maxObjectBytes: null, allowedTypes: [], cacheSeconds: 0 });
    const { events } = z.object(WEBHOOK.input).shape;
    expect([events.parse("all"), events.parse("user.created,user.created")]).toEqual([[], ["user.created"]]);
  });

  it.each([
    ["name", "Not a name"],
    ["name", ""],
    ["maxObjectBytes", "much"],
    ["allowedTypes", "image"],
    ["cacheSeconds", ""],
    ["cacheSeconds", "1e9"],
    ["cacheSeconds", "x".repeat(200_000)],
    ["transforms", "other"],
    ["public", "yes"],
  ] as const)("refuses a wrong %s: %.9s", (name, text) => {
    expect(z.object(BUCKET.input).shape[name].safeParse(text).success).toBe(false);
  });

  it("refuses no choice of events in words", () => {
    expect(WEBHOOK.input.events.safeParse("").success).toBe(false);
    expect(WEBHOOK.messages.events).toBe("Choose at least one event.");
  });

  it("keeps its words out of the API reference", () => {
    expect(JSON.stringify(toSchema(CreateBucketInput))).not.toContain("Empty for the plan's limit");
  });

  it("needs words for each field that it does not omit", () => {
    const schema = z.object({ secret: z.string() });
    const words = { title: "Create", submit: "Create" };
    expect(() => defineForm(schema, words)).toThrow("The field secret has no words");
    expect(defineForm(schema, { ...words, omit: ["secret"] }).form.fields).toEqual([]);
  });
});
