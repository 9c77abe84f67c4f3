import { describe, expect, it } from "vitest";
import { offerOf } from "@/packages/client/src/react/use-offer";

const on = { methods: { password: true } as never, providers: ["google", "acme"] };

describe("the providers of the panel", () => {
  it("SI-L8: are those that the app wants and the project has on, in the app's order", () => {
    expect(offerOf({ providers: ["github", "acme", "google"] }, on).providers).toEqual(["acme", "google"]);
    expect(offerOf({ providers: [] }, on).providers).toEqual([]);
    expect(offerOf({}, on).providers).toEqual(["google", "acme"]);
    expect(offerOf({ providers: ["github"] }, null).providers).toEqual(["github"]);
  });
});
