import { describe, expect, it } from "vitest";
import { checkAgainstSchema } from "@/lib/sql/documents/json-schema";
import { MAX_IMPORT_BYTES, readNdjson } from "@/lib/sql/documents/ndjson";

async function* streamOf(text: string, chunkBytes = 7): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}

const organisationId = "org_test";
const check = (jsonSchema: string, documents?: readonly string[], maxFaults?: number) =>
  checkAgainstSchema({ organisationId, jsonSchema }, documents, maxFaults);
const read = (text: string, jsonSchema: string | null = null) =>
  readNdjson(streamOf(text), { organisationId, jsonSchema });
const faultsOf = async (schema: string, document: unknown) =>
  (await check(schema, [JSON.stringify(document)])).map(({ message }) => message);

describe("checking documents", () => {
  it("names the unfit values, of both drafts", async () => {
    const schema = '{"type": "object", "required": ["name"], "properties": {"age": {"type": "integer"}}}';
    expect(await faultsOf(schema, { name: "Ada", age: 3 })).toEqual([]);
    expect(await faultsOf(schema, { name: "Ada", age: "3" })).toEqual(["/age must be integer"]);
    expect(await faultsOf(schema, [])).toEqual(["The document must be object"]);
    const old =
      '{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}], "minItems": 1, "additionalItems": false, "type": "array"}';
    expect(await faultsOf(old, ["a"])).toEqual([]);
    expect(await faultsOf(old, [1])).toEqual(["/0 must be string"]);
  });

  it("names the documents with faults, up to a number", async () => {
    const documents = ["1", '"a"', "2", '"b"', '"c"'];
    expect(await check('{"type": "number"}', documents, 2)).toEqual([
      { index: 1, message: "The document must be number" },
      { index: 3, message: "The document must be number" },
    ]);
  });

  it.for([
    ["a list", "[]", /Not a valid JSON Schema/],
    ["no JSON", "{", /Not a valid JSON Schema/],
    ["an unknown keyword", '{"kind": "string"}', /Not a valid JSON Schema/],
    ["$async", '{"$async": true}', /\$async/],
    ["$async within", '{"properties": {"a": {"anyOf": [{"\\u0024async": true}]}}}', /\$async/],
    ["endless nesting", `${'{"not": '.repeat(5_000)}{}${"}".repeat(5_000)}`, /nested more than 200 levels/],
    ["a level too many", `${'{"not": '.repeat(200)}{}${"}".repeat(200)}`, /nested more than 200 levels/],
    ["70 kB", `"${"a".repeat(70_000)}"`, /64 kB/],
  ] as const)("refuses a text that is no schema: %s", async ([, schema, message]) => {
    await expect(check(schema, ["1"])).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(message),
    });
  });

  it("takes a schema of 200 levels", async () => {
    expect(await check(`${'{"not": '.repeat(199)}{}${"}".repeat(199)}`, ["1"])).toHaveLength(1);
  });

  it("RF-28: has two seconds for all documents of a request, while the process serves others", async () => {
    const schema = '{"properties":{"a":{"not":{"pattern":"^(x+)+$"}}}}';
    const slow = JSON.stringify({ a: `${"x".repeat(23)}!` });
    expect(await check(schema, ['{"a": "xx!"}'])).toEqual([]);
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    const refusals = await Promise.all(
      [Array(50_000).fill(slow), [JSON.stringify({ a: `${"x".repeat(60)}!` })]].map((documents) =>
        check(schema, documents).catch((error: unknown) => error),
      ),
    );
    clearInterval(counting);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: "invalid_request", message: expect.stringContaining("JSON Schema") });
    }
    // A process that checked the documents itself would come to its timers once, at the end.
    expect(turns).toBeGreaterThan(20);
    expect(await faultsOf('{"type": "number"}', "a")).toHaveLength(1);
  });
});

describe("reading newline-delimited JSON", () => {
  it("takes every line as it was written, with any end and any cut of the stream", async () => {
    expect(await read('\uFEFF{"a": 1.10}\r\n\n  \n"é\u2028"\n[12345678901234567890]')).toEqual([
      '{"a": 1.10}\r',
      '"é\u2028"',
      "[12345678901234567890]",
    ]);
  });

  it("names the lines that cannot be taken, and takes none", async () => {
    const refused = read(
      '{"n": 1}\n{"n": }\n\n{"n": "x"}\n{"n": 2, "s": "\\u0000"}',
      '{"properties": {"n": {"type": "number"}}}',
    );
    await expect(refused).rejects.toMatchObject({
      code: "invalid_request",
      details: [
        { path: "line 2", message: expect.stringContaining("Not valid JSON") },
        { path: "line 4", message: "/n must be number" },
        { path: "line 5", message: expect.stringContaining("\\u0000") },
      ],
    });
  });

  it("is bounded in size and number, and refuses text that is not UTF-8 or empty", async () => {
    await expect(read("")).rejects.toMatchObject({ code: "invalid_request" });
    await expect(
      readNdjson(streamOf("1\n".repeat(50_001), 50_000), { organisationId, jsonSchema: null }),
    ).rejects.toMatchObject({
      code: "invalid_request",
    });
    const line = `"${"1".repeat(1_000_000)}"\n`;
    const large = readNdjson(streamOf(line.repeat(Math.ceil(MAX_IMPORT_BYTES / 1_000_000)), 100_000), {
      organisationId,
      jsonSchema: null,
    });
    await expect(large).rejects.toMatchObject({ code: "body_too_large" });
    const long = readNdjson(streamOf("1".repeat(1_200_000), 100_000), { organisationId, jsonSchema: null });
    await expect(long).rejects.toMatchObject({ code: "invalid_request" });
    const latin1 = (async function* () {
      yield Uint8Array.from([0x22, 0xe9, 0x22]);
    })();
    await expect(readNdjson(latin1, { organisationId, jsonSchema: null })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});
