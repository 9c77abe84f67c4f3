import { describe, expect, it } from "vitest";
import { type ColumnDraft, columnFault, EMPTY_COLUMN } from "@/components/dashboard/structure/sql/columns";
import { expressionFault, typeFault } from "@/components/dashboard/structure/sql/expressions";
import { nameFault, quoteName, quoteText } from "@/components/dashboard/structure/sql/names";
import { addConstraint, createIndex, createPolicy, dropIndex } from "@/components/dashboard/structure/sql/parts";
import {
  addColumn,
  createEnum,
  createTable,
  retypeColumn,
  setDefault,
} from "@/components/dashboard/structure/sql/tables";

const column = (part: Partial<ColumnDraft>): ColumnDraft => ({ ...EMPTY_COLUMN, ...part });
const HOSTILE = { schema: "my schema", name: `or"ders'; --` };

describe("names and texts", () => {
  it("are quoted where PostgreSQL would read them otherwise", () => {
    expect(["orders", "order", "Orders", "or ders", 'a"b', "1st", "ünal"].map(quoteName)).toEqual([
      ...["orders", '"order"', '"Orders"', '"or ders"', '"a""b"', '"1st"', '"ünal"'],
    ]);
    expect(quoteText("it's")).toBe("'it''s'");
    expect(quoteText("a\\b'")).toBe("E'a\\\\b'''");
  });

  it("name the fault of a new one", () => {
    expect(nameFault("fine", ["other"])).toBeNull();
    expect(nameFault(" ")).toBe("Enter a name.");
    expect(nameFault("x ")).toBe("Remove the space at the start or end.");
    expect(nameFault("é".repeat(32))).toBe("Shorten the name: it has 64 bytes, and PostgreSQL keeps 63.");
    expect(nameFault("a", ["a"])).toBe("There's already a “a”.");
  });
});

describe("pieces of SQL that are written by hand", () => {
  it("may not change the text after them", () => {
    for (const fine of ["now()", "'a; -- b'", '"a;b" > 0', "lower('(')", "(a) || (b)"]) {
      expect(expressionFault(fine), fine).toBeNull();
    }
    for (const wrong of ["", "1); DROP TABLE x", "(", ")(", "'open", "1 -- x", "1 /* x", "a; b"]) {
      expect(expressionFault(wrong), wrong).not.toBeNull();
    }
  });

  it("are types of the usual shapes", () => {
    for (const fine of [
      ...["text", "numeric(10, 2)", "varchar(20)[]", "timestamp with time zone", "timestamp(3) without time zone"],
      ...[
        '"my schema"."mo""od"',
        "public.price",
        "double precision",
        "int[][3]",
        "interval day to second",
        "bit varying(5)",
      ],
    ]) {
      expect(typeFault(fine), fine).toBeNull();
    }
    for (const wrong of ["", "text; DROP", "text NOT NULL", "int, b int", "text)", '"open', "a.b.c"]) {
      expect(typeFault(wrong), wrong).not.toBeNull();
    }
  });

  it("are checked field by field", () => {
    const fault = (part: Partial<ColumnDraft>) => columnFault(column({ name: "a", ...part }), ["id"])?.field ?? null;
    expect(fault({})).toBeNull();
    expect(fault({ name: "id" })).toBe("name");
    expect(fault({ type: "text x" })).toBe("type");
    expect(fault({ default: "'open" })).toBe("default");
    expect(fault({ identity: "always" })).toBe("identity");
    expect(fault({ identity: "always", type: "bigint", default: "1" })).toBe("default");
  });
});

describe("the SQL of the forms", () => {
  it("creates a table", () => {
    const target = { table: HOSTILE, columns: ["id"], onDelete: "CASCADE", onUpdate: "NO ACTION" } as const;
    const columns = [
      column({ name: "id", type: "bigint", isKey: true, identity: "always" }),
      column({ name: "order", isNullable: false, isUnique: true, default: "'x'", comment: "it's" }),
      column({ name: "of", type: "bigint", references: target }),
    ];
    expect(createTable({ schema: "public", name: "goods", columns, comment: "All goods" })).toBe(
      `BEGIN;

CREATE TABLE public.goods (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "order" text DEFAULT 'x' NOT NULL UNIQUE,
  of bigint REFERENCES "my schema"."or""ders'; --" (id) ON DELETE CASCADE
);

COMMENT ON TABLE public.goods IS 'All goods';

COMMENT ON COLUMN public.goods."order" IS 'it''s';

COMMIT;`,
    );
    const pair = ["a", "b"].map((name) => column({ name, type: "int", isKey: true }));
    expect(createTable({ schema: "public", name: "pairs", columns: pair, comment: "" })).toBe(
      "CREATE TABLE public.pairs (\n  a int,\n  b int,\n  PRIMARY KEY (a, b)\n);",
    );
  });

  it("changes a table, its indexes, constraints and policies", () => {
    const table = { schema: "public", name: "goods" };
    expect(addColumn(table, column({ name: "n", type: "int", isNullable: false, default: "0" }))).toBe(
      "ALTER TABLE public.goods ADD COLUMN n int DEFAULT 0 NOT NULL;",
    );
    expect(retypeColumn(table, "n", "bigint", "n::bigint")).toBe(
      "ALTER TABLE public.goods ALTER COLUMN n TYPE bigint USING n::bigint;",
    );
    expect(setDefault(table, "n", " ")).toBe("ALTER TABLE public.goods ALTER COLUMN n DROP DEFAULT;");
    const keys = [
      { text: "lower(name)", isExpression: true, isDescending: false },
      { text: "At", isExpression: false, isDescending: true },
    ];
    const index = { name: "", method: "btree", keys, isUnique: true, condition: "n > 0", isConcurrent: true } as const;
    expect(createIndex(table, index)).toBe(
      'CREATE UNIQUE INDEX CONCURRENTLY ON public.goods ((lower(name)), "At" DESC) WHERE n > 0;',
    );
    expect(createIndex(table, { ...index, method: "gin", condition: "", isConcurrent: false, name: "fast" })).toBe(
      'CREATE INDEX fast ON public.goods USING gin ((lower(name)), "At");',
    );
    expect(dropIndex("public", "fast; one", false)).toBe('DROP INDEX public."fast; one";');
    const target = { table, columns: ["id"], onDelete: "SET NULL", onUpdate: "CASCADE" } as const;
    expect(addConstraint(HOSTILE, { name: "fk", kind: "foreign key", columns: ["a", "b"], target })).toBe(
      `ALTER TABLE "my schema"."or""ders'; --" ADD CONSTRAINT fk FOREIGN KEY (a, b) REFERENCES public.goods (id) ON DELETE SET NULL ON UPDATE CASCADE;`,
    );
    expect(addConstraint(table, { name: "", kind: "check", expression: "n > 0" })).toBe(
      "ALTER TABLE public.goods ADD CHECK (n > 0);",
    );
    const policy = { name: "mine", command: "SELECT", isPermissive: false, using: "a = 1", check: "ignored" } as const;
    expect(createPolicy(table, policy)).toBe(
      "CREATE POLICY mine ON public.goods\n  AS RESTRICTIVE\n  FOR SELECT\n  USING (a = 1);",
    );
    expect(createEnum({ schema: "public", name: "mood" }, ["sad", "it's ok"])).toBe(
      "CREATE TYPE public.mood AS ENUM ('sad', 'it''s ok');",
    );
  });
});
