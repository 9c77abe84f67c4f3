import { globSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { TEST_TOKEN } from "@/app/dashboard/[organisationId]/key-forms";
import { PROJECT } from "@/app/dashboard/[organisationId]/project-forms";
import { EGRESS, SECRET, VARIABLE } from "@/app/dashboard/[organisationId]/projects/[projectId]/functions/forms";
import { BUCKET } from "@/app/dashboard/[organisationId]/projects/[projectId]/storage/forms";
import { INVITED_USER, METADATA, USER } from "@/app/dashboard/[organisationId]/projects/[projectId]/users/forms";
import { WEBHOOK } from "@/app/dashboard/[organisationId]/projects/[projectId]/webhooks/forms";
import { APPLE_PROVIDER, KNOWN_PROVIDER, OWN_PROVIDER } from "@/app/dashboard/[organisationId]/provider-forms";
import { CLIENT, METADATA as SSO_METADATA } from "@/app/dashboard/[organisationId]/sso-forms";
import { toSchema } from "@/lib/http/openapi/to-schema";
import { CreateBucketInput } from "@/lib/services/storage/buckets/create";
import { defineForm } from "@/lib/web/forms/define-form";
import type { Form } from "@/lib/web/forms/resource";

const field = (name: string) => BUCKET.form.fields.find((each) => each.name === name);

const UNTYPED: ReadonlySet<string> = new Set(["check", "choice", "numbers", "radios", "moment", "all-or-some"]);
const isForm = (value: unknown): value is { form: Form } =>
  typeof value === "object" && value !== null && "form" in value;

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

  it("takes an empty field for no value, if its input is optional", () => {
    const input = z.object(INVITED_USER.input);
    const sent = { email: "ada@example.com", locale: "de" };
    expect(input.parse({ ...sent, redirectTo: "" }).redirectTo).toBeUndefined();
    expect(input.parse({ ...sent, redirectTo: "https://app.example.com" }).redirectTo).toBe("https://app.example.com");
    expect(input.safeParse({ ...sent, redirectTo: "nowhere" }).success).toBe(false);
    expect(INVITED_USER.form.fields.map(({ isRequired }) => isRequired)).toEqual([true, false, false]);
  });

  it("keeps a value of a client for which nothing is typed, and checks the others as the verb does", () => {
    const input = z.object(CLIENT.input);
    const empty = { issuer: "", clientId: "", clientSecret: "" };
    expect(input.parse(empty)).toEqual({});
    expect(SSO_METADATA.input.metadataUrl.parse("")).toBeUndefined();
    expect(input.parse({ ...empty, issuer: "https://login.acme.example" }).issuer).toBe("https://login.acme.example");
    const { error } = input.safeParse({ issuer: "http://login.acme.example", clientId: "é", clientSecret: "a b" });
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["issuer", "clientId", "clientSecret"]);
  });

  it("asks for the parts of a provider's client that its kind has", () => {
    const kinds = [KNOWN_PROVIDER, APPLE_PROVIDER, OWN_PROVIDER];
    const needed = kinds.map(({ form }) => form.fields.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])));
    expect(needed).toEqual([
      ["clientId", "clientSecret"],
      ["clientId", "teamId", "keyId", "clientSecret"],
      ["name", "provider", "issuer", "clientId", "clientSecret"],
    ]);
    expect(kinds.map(({ form }) => form.fields.at(-1)?.kind)).toEqual(["secret", "long", "secret"]);
    const others = OWN_PROVIDER.form.fields.filter(({ isRequired }) => !isRequired);
    expect(others.map(({ name, kind, value }) => [name, kind, value])).toEqual([
      ["scopes", "text", "openid email profile"],
      ["authentication", "choice", null],
    ]);
  });

  it("does without a field that isn't there", () => {
    const input = z.object(USER.input);
    const sent = { email: "ada@example.com", name: "" };
    expect(input.parse({ ...sent, password: "" })).toEqual({
      ...{ ...sent, emailVerified: false, sendPasswordLink: false, password: undefined, locale: "en" },
    });
    const link = { ...sent, sendPasswordLink: "on", locale: "de" };
    expect(input.parse(link)).toEqual({ ...sent, emailVerified: false, sendPasswordLink: true, locale: "de" });
    expect(input.parse({ ...sent, password: "correct horse" }).password).toBe("correct horse");
    const { error } = input.safeParse({ ...link, locale: "xx", password: "x".repeat(257) });
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["password", "locale"]);
    const required = z.object({ name: z.string().meta({ form: { label: "Name", when: { field: "x", is: true } } }) });
    expect(() => defineForm(required, { title: "", submit: "" })).toThrow("sometimes away, yet required");
  });

  it("reads JSON and one of the offered numbers", () => {
    const { publicMetadata } = METADATA.input;
    expect(publicMetadata.parse('{"plan": "team"}')).toEqual({ plan: "team" });
    for (const wrong of ["", "{", "[]", "1", `{"a": "${"x".repeat(9_000)}"}`]) {
      expect(publicMetadata.safeParse(wrong).success, wrong.slice(0, 9)).toBe(false);
    }
    const { ttlSeconds } = TEST_TOKEN.input;
    expect(TEST_TOKEN.form.fields[1]).toMatchObject({ kind: "numbers", value: 600 });
    expect(ttlSeconds.parse("60")).toBe(60);
    expect([ttlSeconds.safeParse("").success, ttlSeconds.safeParse("3601").success]).toEqual([false, false]);
  });

  it("reads lines as they were typed, although forms send each end as CR LF", () => {
    const secret = z.object(SECRET.input);
    expect(secret.parse({ name: "KEY", value: "one\r\ntwo" }).value).toBe("one\ntwo");
    expect(secret.safeParse({ name: "KEY", value: "" }).success).toBe(false);
    expect(VARIABLE.input.value.parse("")).toBe("");
    const egress = z.object(EGRESS.input);
    expect(egress.parse({ mode: "none" })).toEqual({ mode: "none", hosts: [] });
    expect(egress.parse({ mode: "list", hosts: "API.stripe.com\r\nexample.com" }).hosts).toEqual([
      "api.stripe.com",
      "example.com",
    ]);
    expect(egress.safeParse({ mode: "list", hosts: "no host" }).success).toBe(false);
  });

  it("says the schema's reason in the words of the field", () => {
    const schema = z.object({ name: z.string().meta({ form: { label: "Name", fault: "The name {reason}." } }) });
    const { name } = defineForm(schema, { title: "", submit: "" }).messages;
    expect(typeof name === "function" && name({ message: "is reserved" })).toBe("The name is reserved.");
  });

  it("gives a reason that is no sentence the label of the field", () => {
    const schema = z.object({ to: z.string().meta({ form: { label: "New key", fault: "{reason}" } }) });
    const { to } = defineForm(schema, { title: "", submit: "" }).messages;
    const say = (message: string) => typeof to === "function" && to({ message });
    expect(say("is required")).toBe("New key is required.");
    expect(say("A key can't be empty.")).toBe("A key can't be empty.");
  });

  it("refuses no choice of events in words", () => {
    expect(WEBHOOK.input.events.safeParse("").success).toBe(false);
    expect(WEBHOOK.messages.events).toBe("Choose at least one event.");
  });

  it("has a limit for each text that is typed", async () => {
    const files = globSync("app/dashboard/**/{form,forms,*-forms}.ts");
    const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ `${process.cwd()}/${file}`)));
    const forms = modules.flatMap((exported) => Object.values<unknown>(exported)).filter(isForm);
    const unlimited = forms.flatMap(({ form: { title, fields } }) =>
      fields.flatMap(({ name, kind, maxLength }) => (UNTYPED.has(kind) || maxLength ? [] : `${title}: ${name}`)),
    );
    expect(forms.length).toBeGreaterThan(25);
    expect(unlimited).toEqual([]);
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
