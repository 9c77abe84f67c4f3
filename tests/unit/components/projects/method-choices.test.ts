import { describe, expect, it } from "vitest";
import { methodChoices, methodLabel } from "@/components/dashboard/projects/users/method-choices";
import { eventChoices } from "@/lib/web/sign-in-events";

const ACME = { provider: "acme", name: "Acme Login" };
const labels = (choices: readonly { label: string }[]) => choices.map(({ label }) => label);

describe("the methods that a list can be filtered by", () => {
  it("are the usual ones, and the project's own providers by their names", () => {
    const usual = ["Password", "Google", "GitHub", "Discord", "Microsoft"];
    expect(labels(methodChoices([], undefined))).toEqual(usual);
    const set = [{ provider: "apple", name: "Apple" }, ACME, { provider: "google", name: "Google" }];
    expect(labels(methodChoices(set, "acme"))).toEqual([...usual, "Apple", "Acme Login"]);
    expect(methodLabel(methodChoices(set, undefined), "acme")).toBe("Acme Login");
    expect(methodLabel([], "credential")).toBe("Password");
  });

  it("hold the address's filter, so that the chip names it", () => {
    expect(methodChoices([], "removed").at(-1)).toEqual({ id: "removed", label: "removed" });
  });

  it("are in the log of events too, each once", () => {
    const { method: methods } = eventChoices([ACME, { provider: "github", name: "GitHub" }]);
    expect(methods.at(-1)).toEqual({ id: "acme", label: "Acme Login" });
    expect(new Set(methods.map(({ id }) => id)).size).toBe(methods.length);
  });
});
