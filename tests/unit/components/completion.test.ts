import { CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, it, vi } from "vitest";
import { sqlLanguage } from "@/components/dashboard/editor/sql-extensions";
import { type KnownNames, SchemaSource } from "@/components/dashboard/schema-tree/schema-source";

const columns = (...names: string[]) => names.map((name) => ({ name, typeName: "text", key: null }));
const SCHEMAS = [
  {
    name: "public",
    tables: [
      { name: "customers", kind: "table" as const, columns: columns("id", "email", "created_at") },
      { name: "orders", kind: "table" as const, columns: columns("id", "eaten_at", "Total") },
      { name: "Odd.Name", kind: "table" as const, columns: columns("odd_column") },
    ],
    functions: ["email_of"],
    types: ["mood"],
  },
  {
    name: "tools",
    tables: [{ name: "hammers", kind: "table" as const, columns: columns("weight") }],
    functions: ["clean"],
    types: [],
  },
];
const BUILT_INS = {
  keywords: ["select", "else", "from"],
  types: ["jsonb"],
  functions: ["date_trunc", "jsonb_agg"],
  relations: [{ schema: "pg_catalog", name: "pg_class", columns: ["oid", "relname"] }],
};

/** Returns the offers where the text has a `|`, and the text that each inserts. */
async function offered(
  text: string,
  source = (): Promise<KnownNames> => Promise.resolve({ schemas: SCHEMAS, builtIns: BUILT_INS }),
) {
  const pos = text.indexOf("|");
  const doc = text.replace("|", "");
  const fresh = EditorState.create({ doc, extensions: [sqlLanguage(source)] });
  // An editor parses on while it is shown, however busy the machine; a state by itself has 25 milliseconds.
  ensureSyntaxTree(fresh, doc.length, 60_000);
  const { state } = fresh.update({});
  const [complete] = state.languageDataAt<(context: CompletionContext) => Promise<CompletionResult | null>>(
    "autocomplete",
    pos,
  );
  const result = await complete?.(new CompletionContext(state, pos, false));
  const typed = result ? doc.slice(result.from, pos).toLowerCase().replace(/^"/, "") : "";
  return (result?.options ?? []).flatMap(({ label, apply = label }) =>
    label.toLowerCase().replace(/^"/, "").startsWith(typed) ? [String(apply)] : [],
  );
}

describe("completion", () => {
  it.each([
    ["select * from customers where cre|", "created_at"],
    ["select em| from customers", "email"],
    ["insert into customers (em|)", "email"],
    ["insert into customers (id, em|", "email"],
    ["update customers set em|", "email"],
    ["UPDATE Customers SET em|", "email"],
    ["select c.em| from customers c", "email"],
    ["select 1; select to| from orders; select 2", '"Total"'],
    ["select wei| from tools.hammers", "weight"],
    ['select od| from "Odd.Name"', "odd_column"],
    ["delete from customers where id in (select id from orders where ea|)", "eaten_at"],
    ["select c.rel| from pg_class c", "relname"],
    ["select reln| from pg_class", "relname"],
    ["select * from cus|", "customers"],
    ["select * from od|", '"Odd.Name"'],
    ["select * from tools.ha|", "hammers"],
    ["select tools.cl|", "clean("],
    ["select * from pg_cl|", "pg_class"],
    ["select jsonb_a|", "jsonb_agg("],
    ["select date_tr|", "date_trunc("],
    ["select email_|", "email_of("],
    ["select null::mo|", "mood"],
    ["select null::js|", "jsonb"],
    ["sel|", "select"],
  ])("%s knows %s", async (text, name) => {
    expect(await offered(text)).toContain(name);
  });

  it.each([
    ["select ea| from customers; select * from orders", "eaten_at"],
    ["select * from em| join customers", "email"],
    ["select customers.sel|", "select"],
    ["select 'sel|'", "select"],
    ["-- sel|", "select"],
    ["select 1 as cob|", "cobol"],
    ["dls|", "dlurlscheme"],
  ])("%s offers no %s", async (text, name) => {
    expect(await offered(text)).not.toContain(name);
  });

  it("knows names made since, once it is told that there may be something, and nothing less when offline", async () => {
    const described: (object | null)[] = [{ schemas: [] }, { schemas: SCHEMAS }, null];
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(address);
      const answer = address === "/sql/built-ins" ? BUILT_INS : described.shift();
      if (!answer) throw new TypeError("offline");
      return Response.json(answer);
    });
    const source = new SchemaSource("/sql");
    const ask = () => offered("select * from cus|", () => source.names());
    expect(await ask()).toEqual([]);
    expect(await ask()).toEqual([]);
    source.expire();
    expect(await ask()).toEqual(["customers"]);
    source.expire();
    expect(await ask()).toEqual(["customers"]);
    expect(asked).toEqual(["/sql/schema", "/sql/built-ins", "/sql/schema", "/sql/schema"]);
    vi.unstubAllGlobals();
  });
});
