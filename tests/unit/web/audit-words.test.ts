import { describe, expect, it } from "vitest";
import { actorWords } from "@/components/dashboard/audit/actor-words";
import { AUDIT_LIST, auditQueryOf, daysOf } from "@/components/dashboard/audit/list";
import { choiceAddress } from "@/components/ui/lists/filtered-address";
import { INSTALLATION } from "@/lib/core/audit/actions/installation";
import { AUDIT_ACTIONS, AUDIT_AREAS, wordsOf } from "@/lib/core/audit/resource";
import { actionsOf } from "@/lib/people/audit/areas";
import { sentenceOf } from "@/lib/web/audit-sentences";

const told = (action: string, data: unknown, databaseName: string | null = null, projectName: string | null = null) =>
  sentenceOf({ action, data, databaseName, projectName })
    .map(({ text, isSubject }) => (isSubject ? `*${text}*` : text))
    .join("");

describe("an entry of the audit log", () => {
  it("has words for every action, each its own", () => {
    const words = AUDIT_ACTIONS.map((action) => wordsOf(action)?.label);
    for (const text of words) expect(text).toMatch(/^[A-Z][a-zA-Z' -]+$/);
    expect(new Set(words).size).toBe(AUDIT_ACTIONS.length);
    expect(actorWords("service")).toBe("Coppice (automatic)");
  });

  it("is a sentence about the things it names, without ids and raw times", () => {
    const key = { name: "Deployments", hint: "mk_coppice_x", memberId: "mem_1", expiresAt: "2027-02-20T00:56:11.573Z" };
    expect(told("key.create", key)).toBe("created the API key *Deployments*");
    expect(told("member.set_role", { email: "ada@example.com", from: "viewer", to: "admin" })).toBe(
      "changed the role of *ada@example.com* from *viewer* to *admin*",
    );
    expect(told("organisation.set_flag", { flag: "management_api", isOn: false })).toBe(
      "switched the feature *management_api* *off*",
    );
    expect(told("table.import", { name: "public.books", rows: 1_200 }, "shop")).toBe(
      "imported *1,200* rows into *public.books* in *shop*",
    );
    expect(told("database.rotate_credential", null, "shop")).toBe("rotated the password of *shop*");
    expect(told("user.import", { users: 1, isDryRun: true })).toBe("checked a file with *1* user");
    expect(told("user.import", { users: 2_000, isDryRun: false })).toBe("started an import of *2,000* users");
    const ended = (status: string) => told("user.end_import", { status, created: 3, updated: 0 });
    expect(ended("done")).toBe("imported users: *3* created, *0* updated");
    expect(ended("cancelled")).toBe("cancelled an import of users");
    expect(told("database.branch", { name: "staging" }, "shop")).toBe("created the branch *staging*");
  });

  it("shows a statement in one line, cut where it is long", () => {
    expect(told("database.run_statement", { text: "delete\n  from t" }, "shop")).toBe("ran *delete from t* in *shop*");
    expect(told("database.run_statement", { text: "x".repeat(2_000) })).toBe(`ran *${"x".repeat(160)}…*`);
  });

  it("names its target in a project, and the project", () => {
    const inShop = (action: string, data: unknown, database: string | null = null) =>
      told(action, data, database, "Shop");
    expect(inShop("sso_connection.create", { name: "Acme" })).toBe(
      "created the single sign-on connection *Acme* in *Shop*",
    );
    expect(inShop("organization.create", { slug: "acme" })).toBe("created the organisation *acme* of users in *Shop*");
    expect(inShop("organization.member_add", { slug: "acme", role: "admin" })).toBe(
      "added a user to the organisation *acme* as *admin* in *Shop*",
    );
    expect(inShop("organization.member_add", { role: "admin" })).toBe("added a user to an organisation in *Shop*");
    expect(inShop("project.set_database", { from: null, to: "db_1" }, "orders")).toBe(
      "made *orders* the database of *Shop*",
    );
    expect(inShop("project.set_database", { from: "db_1", to: null })).toBe("took the database from *Shop*");
    expect(inShop("project_key.create", { kind: "public", name: "Web" })).toBe(
      "created the *public* key *Web* of *Shop*",
    );
    expect(inShop("project.create", { name: "Shop" })).toBe("created the project *Shop*");
    expect(inShop("bucket.create", { name: "avatars" })).toBe("created the bucket *avatars* in *Shop*");
    expect(told("project_key.create", { kind: "public", name: "Web" })).toBe("created a project key");
  });

  it("falls back to the action where the thing it names is missing or gone", () => {
    expect(told("key.create", {})).toBe("created an API key");
    expect(told("database.rotate_credential", null)).toBe("rotated a database password");
    const scheduled = { name: "Scheduled 2026-11-22 17:35 UTC", origin: "schedule" };
    expect(told("restore_point.create", scheduled, "shop")).toBe("created a restore point in *shop*");
    expect(told("member.leave", { role: "viewer" })).toBe("left the organisation");
  });
});

describe("the filter of the audit log", () => {
  it("finds every action of an organisation in one area", () => {
    const found = AUDIT_AREAS.flatMap(({ actions }) => actions);
    expect([...found, ...Object.keys(INSTALLATION)].sort()).toEqual([...AUDIT_ACTIONS].sort());
    expect(actionsOf("data")).toContain("database.run_statement");
    expect(actionsOf("databases")).not.toContain("database.run_statement");
    expect(actionsOf("key.create")).toEqual(["key.create"]);
    expect(actionsOf("nothing")).toBeUndefined();
  });

  it("takes a period that ends today, or a range of days", () => {
    const now = new Date("2026-03-10T00:30:00Z");
    expect(daysOf({ when: "today" }, now)).toEqual({ from: "2026-03-10" });
    expect(daysOf({ when: "7-days" }, now)).toEqual({ from: "2026-03-04" });
    expect(auditQueryOf({ from: "2026-03-01", until: "" })).toEqual({ from: "2026-03-01", when: "range" });
    expect(daysOf({ when: "range", from: "2026-03-01" }, now)).toEqual({ from: "2026-03-01" });
  });

  it("leaves a range behind when a period is chosen, and when it is switched off", () => {
    const when = AUDIT_LIST.filters.find(({ name }) => name === "when");
    if (!when) throw new Error("The audit log has no filter of time.");
    const range = auditQueryOf({ about: "mira", from: "2026-03-01", until: "2026-03-04" });
    expect(choiceAddress("/audit", range, when, "today")).toBe("/audit?about=mira&when=today");
    expect(choiceAddress("/audit", range, when, "range")).toBe("/audit?about=mira");
  });
});
