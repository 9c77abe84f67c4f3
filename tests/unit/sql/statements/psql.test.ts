import { describe, expect, it } from "vitest";
import { parseStatements } from "@/lib/sql/grammar/parse";

const KEY = "9uTlM0dHbF2yqX8JzvQpLwKc4RnEsAiGhZoBxVtDmYfWj5Ck7Pg3Ur1Se6NaIbO";
const refusal = (text: string) =>
  parseStatements(text).then(
    () => null,
    (error: { message: string; position: number | null }) => ({ message: error.message, position: error.position }),
  );

describe("SQ-M4: a text that was written for psql", () => {
  it("SQ-M4: runs where pg_dump only says whom psql may trust", async () => {
    const text = `--\n-- PostgreSQL database dump\n--\n\n\\restrict ${KEY}\n\nSET statement_timeout = 0;\nINSERT INTO tool VALUES (1, 'a');\n\n\\unrestrict ${KEY}\n`;
    const statements = await parseStatements(text);
    expect(statements.map(({ written }) => written)).toEqual([
      "SET statement_timeout = 0",
      "INSERT INTO tool VALUES (1, 'a')",
    ]);
    expect(statements[0]?.from).toBe(text.indexOf("SET"));
  });

  it("SQ-M4: keeps such a line in a string", async () => {
    const text = `select 'a\n\\restrict abc\nb', $$\n\\unrestrict abc\n$$`;
    expect((await parseStatements(text))[0]?.text).toBe(text);
  });

  it.for([
    ["\\d tool", "\\d is a command of psql and not SQL."],
    ["\\dt+", "\\dt+ is a command of psql and not SQL."],
    ["\\x", "\\x is a command of psql and not SQL."],
    ["\\copy tool from 'a.csv' csv", "\\copy is a command of psql. Import a CSV file"],
    ["\\gexec", "\\gexec is a command of psql"],
    ["\\i more.sql", "\\i is a command of psql"],
  ] as const)("SQ-M4: is refused at its place, with what to do: %s", async ([command, words]) => {
    const text = `select 1;\n${command}\nselect 2`;
    const refused = await refusal(text);
    expect(refused?.message).toContain(words);
    expect(refused?.message).toMatch(/psql and the connection string/);
    expect(refused?.position).toBe(text.indexOf("\\"));
  });

  it.for(["1\ta", "1\tit's", "x\t\\N"])("DA-M4: is refused for the rows after COPY: %s", async (row) => {
    const refused = await refusal(
      `\\restrict ${KEY}\nCOPY public.tool (id, name) FROM stdin;\n${row}\n\\.\n\n\\unrestrict ${KEY}`,
    );
    expect(refused?.message).toContain("COPY … FROM stdin and the rows after it need psql.");
  });
});
