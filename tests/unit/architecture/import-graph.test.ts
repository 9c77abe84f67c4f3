import { dirname } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { cyclesOf, type Edge, isForeignInternal, refusalOf } from "./import-graph";
import { readSourceFiles } from "./source-files";

let edges: Edge[];

beforeAll(() => {
  edges = [...readSourceFiles().values()].flatMap(({ path: from, imports }) =>
    imports.flatMap(({ to, values }) => (to === null ? [] : [{ from, to, isTypeOnly: values.length === 0 }])),
  );
});

const shown = ({ from, to }: Edge) => `${from} → ${to}`;

describe("the house", () => {
  it("has no import that runs against the order of its wings", () => {
    expect(edges.length).toBeGreaterThan(4_000);
    const refused = edges.flatMap((edge) => {
      const reason = refusalOf(edge);
      return reason === null ? [] : [`${shown(edge)}: ${reason}`];
    });
    expect(refused).toEqual([]);
  });

  it("has no cycle of imports, those of types counted", () => {
    expect(cyclesOf(edges)).toEqual([]);
  });

  it("has no import of another capability's internals", () => {
    expect(edges.filter(isForeignInternal).map(shown)).toEqual([]);
  });

  it("has no circle of folders, apart from a folder and those inside it", () => {
    const folders = edges.map(({ from, to }) => ({ from: `${dirname(from)}/`, to: `${dirname(to)}/` }));
    const apart = folders.filter(({ from, to }) => !from.startsWith(to) && !to.startsWith(from));
    expect(cyclesOf(apart)).toEqual([]);
  });

  it("has no circle of areas in the dashboard, the folders inside each counted as its own", () => {
    const areaOf = (path: string) => /^components\/(?:dashboard\/[^/]+|[^/]+)(?=\/)/.exec(path)?.[0] ?? "";
    const areas = edges.map(({ from, to }) => ({ from: areaOf(from), to: areaOf(to) }));
    const apart = areas.filter(({ from, to }) => from !== "" && to !== "" && from !== to);
    expect(new Set(apart.map(({ from }) => from)).size).toBeGreaterThan(30);
    expect(cyclesOf(apart)).toEqual([]);
  });
});

describe("the supervisor", () => {
  it("loads nothing of the product but its children's names", () => {
    const files = readSourceFiles();
    const loaded = new Set(["server.ts", "lib/server/supervise/supervise.ts"]);
    const packages = new Set<string>();
    for (const path of loaded) {
      for (const { to, specifier, values, isDynamic } of files.get(path)?.imports ?? []) {
        if (isDynamic || values.length === 0) continue;
        if (to !== null) loaded.add(to);
        else if (!specifier.startsWith("node:")) packages.add(specifier);
      }
    }
    expect([...packages].sort()).toEqual(["pg", "pino", "zod"]);
    const rooms = [...loaded].map((path) => path.split("/").slice(0, 2).join("/"));
    expect([...new Set(rooms)].sort()).toEqual(["lib/core", "lib/infra", "lib/server", "server.ts"]);
  });
});

describe("the order", () => {
  const refused: [string, string][] = [
    ["lib/core/ids.ts", "lib/sign-in/context.ts"],
    ["lib/sign-in/flow/flow.ts", "lib/people/members/leave.ts"],
    ["lib/people/members/leave.ts", "lib/hosting/shell-connections/create.ts"],
    ["lib/hosting/databases/create.ts", "lib/sql/grammar/parse.ts"],
    ["lib/sql/tables/browse.ts", "lib/services/storage/upload.ts"],
    ["lib/sql/tables/browse.ts", "lib/http/serve.ts"],
    ["lib/sql/tables/browse.ts", "lib/runtime.ts"],
    ["lib/infra/mail/smtp-mailer.ts", "lib/sign-in/mail/send.ts"],
    ["lib/runtime.ts", "lib/http/serve.ts"],
    ["lib/cli/commands/program.ts", "lib/server/prepare.ts"],
    ["lib/cli/commands/program.ts", "lib/infra/logger.ts"],
    ["lib/web/current-member.ts", "components/ui/link.tsx"],
    ["lib/new-room/verb.ts", "lib/core/ids.ts"],
    ["app/ready/route.ts", "lib/infra/logger.ts"],
    ["components/ui/link.tsx", "lib/core/ids.ts"],
    ["components/ui/link.tsx", "app/layout.tsx"],
    ["packages/client/src/index.ts", "lib/core/ids.ts"],
    ["lib/cli/commands/program.ts", "cli.ts"],
  ];
  it.each(refused)("refuses %s → %s", (from, to) => {
    expect(refusalOf({ from, to, isTypeOnly: true })).toEqual(expect.any(String));
  });

  const allowed: [string, string][] = [
    ["lib/sql/tables/browse.ts", "lib/core/ids.ts"],
    ["lib/http/serve.ts", "lib/runtime.ts"],
    ["lib/jobs/worker.ts", "lib/sql/statements/sweep.ts"],
    ["lib/server/prepare.ts", "lib/jobs/worker.ts"],
    ["lib/infra/logger.ts", "lib/core/service.ts"],
    ["components/ui/link.tsx", "lib/core/service.ts"],
    ["server.ts", "lib/server/prepare.ts"],
  ];
  it.each(allowed)("allows %s → %s", (from, to) => {
    expect(refusalOf({ from, to, isTypeOnly: false })).toBeNull();
  });

  it("lets components take the types of resources, not their values", () => {
    const edge = { from: "components/ui/link.tsx", to: "lib/hosting/databases/resource.ts" };
    expect(refusalOf({ ...edge, isTypeOnly: true })).toBeNull();
    expect(refusalOf({ ...edge, isTypeOnly: false })).toEqual(expect.any(String));
  });

  it("finds a cycle through several files, and a file's internals used from another folder", () => {
    const step = (from: string, to: string) => ({ from, to });
    expect(cyclesOf([step("a", "b"), step("b", "c"), step("c", "a"), step("c", "d")])).toEqual([["a", "b", "c"]]);
    expect(cyclesOf([step("a", "b"), step("a", "c"), step("b", "c")])).toEqual([]);
    const to = "lib/hosting/databases/internal.ts";
    expect(isForeignInternal({ from: "lib/hosting/branches/make.ts", to, isTypeOnly: true })).toBe(true);
    expect(isForeignInternal({ from: "lib/hosting/databases/create.ts", to, isTypeOnly: true })).toBe(false);
  });
});
