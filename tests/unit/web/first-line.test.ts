import { expect, it } from "vitest";
import { splitFirstLine } from "@/lib/web/first-line";

/** A body that arrives in these pieces. */
function bodyOf(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(control) {
      for (const piece of pieces) control.enqueue(Buffer.from(piece));
      control.close();
    },
  });
}

async function textOf(rest: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of rest) text += Buffer.from(part).toString();
  return text;
}

it.each([[["{}\nfile\nmore"]], [["{", "}", "\n", "file\n", "more"]], [["{}\nfi", "le\nmore"]]])(
  "the first line of a body is read apart, wherever its pieces end: %j",
  async (pieces) => {
    const { line, rest } = await splitFirstLine(bodyOf(...pieces), 2);
    expect([line, await textOf(rest)]).toEqual(["{}", "file\nmore"]);
  },
);

it("a body without a first line, or with one that is too long, is refused", async () => {
  for (const body of [null, bodyOf(), bodyOf("{}"), bodyOf("{}}\n"), bodyOf("{", "}}}}")]) {
    await expect(splitFirstLine(body, 2)).rejects.toMatchObject({ code: "invalid_request" });
  }
});

it("a body that breaks off is refused, not taken for whole", async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (control) => control.enqueue(Buffer.from("{}\nfile")),
    pull: (control) => control.error(new Error("ECONNRESET")),
  });
  const { rest } = await splitFirstLine(broken, 2);
  await expect(textOf(rest)).rejects.toMatchObject({ code: "invalid_request" });
});
