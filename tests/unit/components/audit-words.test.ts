import { describe, expect, it } from "vitest";
import { actionWords, actorWords, detailWords, subjectOf } from "@/components/dashboard/audit/words";
import { AUDIT_ACTIONS } from "@/lib/core/audit/resource";

describe("an entry of the audit log", () => {
  it("has words for every action, each its own", () => {
    const words = AUDIT_ACTIONS.map(actionWords);
    for (const text of words) expect(text).toMatch(/^[A-Z][a-zA-Z' -]+$/);
    expect(new Set(words).size).toBe(AUDIT_ACTIONS.length);
  });

  it("says what it holds besides names and ids", () => {
    const data = {
      name: "First key",
      readOnly: false,
      memberId: "mem_1",
      expiresAt: null,
      scopes: ["a", "b"],
      rows: 3,
    };
    expect(detailWords(data)).toBe("Read only: no · Scopes: a, b · Rows: 3");
    expect(detailWords(null)).toBe("");
    expect(detailWords({ owner: "mem_1", reason: "surplus" })).toBe("Reason: over the plan's limit");
    expect(detailWords({ reason: "asked for" })).toBe("Reason: asked for");
    expect(actorWords("service")).toBe("Coppice (automatic)");
    expect(subjectOf(data)).toBe("First key");
    expect(subjectOf({ email: "ada@example.com", role: "viewer" })).toBe("ada@example.com");
    expect(subjectOf({ role: "viewer" })).toBeNull();
  });
});
