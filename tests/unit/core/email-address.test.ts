import { describe, expect, it } from "vitest";
import { Email } from "@/lib/core/user-fields";

const read = (email: string) => Email.safeParse(email).data ?? null;
const long = (length: number) => "a".repeat(length);

describe("an email address", () => {
  it.each([
    "ada@bücher.example",
    "Ada@BÜCHER.example",
    "ada@bu\u0308cher.example",
    "ada@xn--bcher-kva.example",
    "ada@bücher.example",
  ])("SI-L11, 3.1: has one form for every spelling of its domain, as of %j", (email) => {
    expect(read(email)).toBe("ada@xn--bcher-kva.example");
  });

  it("3.1: is another where a browser takes its domain for another", () => {
    expect(read("ada@straße.example")).toBe("ada@xn--strae-oqa.example");
    expect(read("ada@strasse.example")).toBe("ada@strasse.example");
    expect(read("ada@ｂücher。example")).toBe("ada@xn--bcher-kva.example");
  });

  it("SI-L11, 3.1: is refused where no mail server would take it", () => {
    expect(read(`${long(64)}@shop.example`)).not.toBeNull();
    expect(read(`${long(65)}@shop.example`)).toBeNull();
    expect(read(`ada@${long(63)}.example`)).not.toBeNull();
    expect(read(`ada@${long(64)}.example`)).toBeNull();
    for (const wrong of ["dāvis@shop.example", "ada＠shop.example", "ada@shop.example.", "ada@bü cher.example"]) {
      expect(read(wrong), wrong).toBeNull();
    }
    for (const wrong of ["ada@bücher.example/x", "ada@bücher.example:25", "ada@bücher", "ada@bücher.example?x"]) {
      expect(read(wrong), wrong).toBeNull();
    }
  });
});
