import { describe, expect, it } from "vitest";
import { compileJsonSchema } from "@/lib/sql/documents/json-schema";
import { MAX_IMPORT_BYTES, readNdjson } from "@/lib/sql/documents/ndjson";

async function* streamOf(text: string, chunkBytes = 7): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}

const read = (text: string, schema = "{}") => readNdjson(streamOf(text), compileJsonSchema(schema));

describe("checking documents", () => {
  it("says what does not fit, of both drafts", () => {
    const check = compileJsonSchema(
      '{"type": "object", "required": ["name"], "properties": {"age": {"type": "integer"}}}',
    );
    expect(check({ name: "Ada", age: 3 })).toEqual([]);
    expect(check({ name: "Ada", age: "3" })).toEqual(["/age must be integer"]);
    expect(check([])).toEqual(["The document must be object"]);
    const old = compileJsonSchema(
      '{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}], "minItems": 1, "additionalItems": false, "type": "array"}',
    );
    expect(old(["a"])).toEqual([]);
    expect(old([1])).toEqual(["/0 must be string"]);
  });

  it("stops a pattern that takes for ever", () => {
    const check = compileJsonSchema('{"type": "string", "pattern": "^(a+)+$"}');
    expect(check("aaaa")).toEqual([]);
    expect(() => check(`${"a".repeat(60)}b`)).toThrow("takes too long");
  });
});

describe("reading newline-delimited JSON", () => {
  it("takes every line as it was written, whatever its end and wherever the stream is cut", async () => {
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
        { path: "line 2", message: expect.stringContaining("not JSON") },
        { path: "line 4", message: "/n must be number" },
        { path: "line 5", message: expect.stringContaining("\\u0000") },
      ],
    });
  });

  it("is bounded in size and number, and refuses what is not UTF-8 or empty", async () => {
    await expect(read("")).rejects.toMatchObject({ code: "invalid_request" });
    await expect(readNdjson(streamOf("1\n".repeat(50_001), 50_000), () => [])).rejects.toMatchObject({
      code: "invalid_request",
    });
    const line = `"${"1".repeat(1_000_000)}"\n`;
    const large = readNdjson(streamOf(line.repeat(Math.ceil(MAX_IMPORT_BYTES / 1_000_000)), 100_000), () => []);
    await expect(large).rejects.toMatchObject({ code: "body_too_large" });
    const long = readNdjson(streamOf("1".repeat(1_200_000), 100_000), () => []);
    await expect(long).rejects.toMatchObject({ code: "invalid_request" });
    const latin1 = (async function* () {
      yield Uint8Array.from([0x22, 0xe9, 0x22]);
    })();
    await expect(readNdjson(latin1, () => [])).rejects.toMatchObject({ code: "invalid_request" });
  });
});
