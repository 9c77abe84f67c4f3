/** Returns whether a value is bytea as PostgreSQL writes it by default. */
export const isBytes = (value: string) => /^\\x(?:[\da-f]{2})*$/.test(value);

export function bytesOf(value: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((value.length - 2) / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(value.slice(2 * index + 2, 2 * index + 4), 16);
  }
  return bytes;
}

const LINE = 16;

/** Returns bytes as lines of 16: their offset, their hexadecimal digits, and their characters where they are ASCII. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; from += LINE) {
    const line = [...bytes.subarray(from, from + LINE)];
    const digits = line.map((byte) => byte.toString(16).padStart(2, "0"));
    const halves = [digits.slice(0, LINE / 2), digits.slice(LINE / 2)].map((half) => half.join(" ").padEnd(23));
    const text = line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${from.toString(16).padStart(8, "0")}  ${halves.join("  ")}  ${text}`);
  }
  return lines.join("\n");
}
