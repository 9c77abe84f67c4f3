import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS } from "@/lib/core/audit/resource";
import { SECURITY_EVENT_KINDS } from "@/lib/sign-in/events/kinds";
import { readSourceFiles } from "./source-files";

const TABLES = /^lib\/(core\/audit\/actions\/|sign-in\/events\/kinds\.ts$)/;
const sources = [...readSourceFiles().values()].filter(({ path }) => !TABLES.test(path));

/** Returns the values of a property in the files that import a module. */
function recordedIn(module: string, property: string): string[] {
  const literal = new RegExp(`\\b${property}: "([a-z_]+\\.[a-z_]+)"`, "g");
  return sources
    .filter(({ imports }) => imports.some(({ to }) => to === module))
    .flatMap(({ text }) => [...text.matchAll(literal)].map(([, value = ""]) => value));
}

function unused(names: readonly string[]): string[] {
  return names.filter((name) => !sources.some(({ text }) => text.includes(`"${name}"`)));
}

describe("the words of events", () => {
  it("has every audited action that is recorded, and no other", () => {
    const recorded = recordedIn("lib/core/audit/record.ts", "action");
    expect(recorded.length).toBeGreaterThan(100);
    expect(recorded.filter((action) => !(AUDIT_ACTIONS as string[]).includes(action))).toEqual([]);
    expect(unused(AUDIT_ACTIONS)).toEqual([]);
  });

  it("has every kind of security event that is recorded, and no other", () => {
    const recorded = ["record.ts", "record-refusal.ts", "attempt.ts"].flatMap((file) =>
      recordedIn(`lib/sign-in/events/${file}`, "kind"),
    );
    expect(recorded.length).toBeGreaterThan(20);
    expect(recorded.filter((kind) => !(SECURITY_EVENT_KINDS as string[]).includes(kind))).toEqual([]);
    expect(unused(SECURITY_EVENT_KINDS)).toEqual([]);
  });

  it("names the step that a route refuses, if the route makes a session", () => {
    const nameless = sources.filter(({ text }) => /isLogin: true/.test(text) && !/refusedAs: \{/.test(text));
    expect(nameless.map(({ path }) => path)).toEqual([]);
  });
});
