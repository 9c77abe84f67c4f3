import { describe, expect, it } from "vitest";
import { logoProblem } from "@/components/dashboard/projects/brand/change-logo";
import { treeOf } from "@/components/dashboard/projects/settings/setting-tree";

describe("a logo", () => {
  it("is a picture of three kinds and of 256 kB at most", () => {
    expect(logoProblem({ type: "image/png", size: 262_144 })).toBeNull();
    expect(logoProblem({ type: "image/svg+xml", size: 10 })).toContain("PNG, JPEG or WebP");
    expect(logoProblem({ type: "image/png", size: 5_000_000 })).toContain("4,883 kB");
  });
});

describe("changed settings", () => {
  it("are a tree, in which the names of texts keep their points", () => {
    const entries = [
      ["brand.radius", 8],
      ["brand.texts.en.signIn.title", "Hello"],
      ["brand.texts.de.signIn.title", null],
    ] as const;
    expect(treeOf(entries)).toEqual({
      brand: { radius: 8, texts: { en: { "signIn.title": "Hello" }, de: { "signIn.title": null } } },
    });
  });
});
