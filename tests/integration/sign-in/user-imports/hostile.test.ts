import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext, newEmail } from "@/tests/support/sign-in";
import { inPieces, takeFile } from "@/tests/support/user-imports";

const BIG = 10 * 1_024 ** 2;

async function* times(line: string, count: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.from(line.repeat(1_000));
  for (let left = count; left > 0; left -= 1_000) yield piece;
}

describe("a hostile file", () => {
  it("has its good records imported, with any text between them", async () => {
    const ctx = await makeUserContext();
    const { operator } = await ownersOf(ctx);
    const [first, last] = [newEmail(), newEmail()];
    const file = Buffer.concat([
      Buffer.from(`${JSON.stringify({ email: first })}\n{"email":"${"a".repeat(BIG)}"}\n`),
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a]),
      Buffer.from(`{"email":"${newEmail()}","name":"a\\u0000b"}\n`),
      Buffer.from(`${"[".repeat(100_000)}\n{"__proto__":{"isAdmin":true},"email":"${newEmail()}"}\n`),
      Buffer.from(JSON.stringify({ email: last })),
    ]);
    const taken = await takeFile(operator, ctx.project.id, inPieces(file, 65_536), { source: "coppice" });
    expect(taken).toMatchObject({ records: 7, created: 2, refused: 5 });
    expect(taken.problems.map(({ line, message }) => [line, message])).toEqual([
      [2, "is longer than 256 kB"],
      [3, "isn't valid UTF-8"],
      [4, "Invalid input: must not hold control characters"],
      [5, "isn't JSON"],
      [6, expect.any(String)],
    ]);
  });

  it("is refused line by line where PostgreSQL could not store it", async () => {
    const ctx = await makeUserContext();
    const { operator } = await ownersOf(ctx);
    const lines = [
      '{"a\\u0000\\ud800b":1}',
      `{"email":"${newEmail()}","createdAt":"0000-01-01T00:00:00Z"}`,
      `{"email":"${newEmail()}","name":"\\ud800"}`,
      `{"email":"${newEmail()}","externalId":"a\\u0000b"}`,
      `{"email":"${newEmail()}","publicMetadata":{"a":"\\u0000"}}`,
      `{"email":"${newEmail()}","privateMetadata":{"a":"${"x".repeat(8_192)}"}}`,
      `{"email":"${newEmail()}","publicMetadata":[]}`,
      `{"email":"${newEmail()}","accounts":[{"providerId":"github","providerAccountId":"1","issuer":"https://evil.example"}]}`,
      `{"email":"${newEmail()}","createdAt":"2026-01-01T00:00:00+23:59"}`,
    ];
    const taken = await takeFile(operator, ctx.project.id, lines.join("\n"), { source: "coppice" });
    expect(taken).toMatchObject({ status: "done", created: 1, refused: 8 });
    expect(taken.problems.map(({ field }) => field)).toEqual([
      ...[null, "createdAt", "name", "externalId"],
      ...["publicMetadata", "privateMetadata", "publicMetadata", "accounts.0.issuer"],
    ]);
  });

  it.each([
    ["compressed", gzipSync(Buffer.alloc(BIG))],
    ["empty", Buffer.from("\n  \n")],
    ["in UTF-16", Buffer.from("\ufeffid,email", "utf16le")],
    ["a header alone", Buffer.from("id,email\n")],
  ])("that is %s is refused with a sentence, and nothing of it is kept", async (_name, file) => {
    const ctx = await makeUserContext();
    const { operator } = await ownersOf(ctx);
    await expect(takeFile(operator, ctx.project.id, file)).rejects.toMatchObject({ code: "invalid_request" });
    expect(await ctx.db.userImport.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  it("of wrong lines alone has a report that ends", async () => {
    const ctx = await makeUserContext();
    const { operator } = await ownersOf(ctx);
    const taken = await takeFile(operator, ctx.project.id, times('{"email":"x"}\n', 30_000), { source: "coppice" });
    expect(taken).toMatchObject({ records: 30_000, refused: 30_000, created: 0 });
    expect(taken.problems).toHaveLength(10_000);
  });

  it("of a quote that never ends takes no memory and no users", async () => {
    const ctx = await makeUserContext();
    const { operator } = await ownersOf(ctx);
    const file = Buffer.from(`id,email\n1,"${"a".repeat(BIG)}`);
    const taken = await takeFile(operator, ctx.project.id, inPieces(file, 65_536));
    expect(taken).toMatchObject({ records: 1, refused: 1 });
  });
});
