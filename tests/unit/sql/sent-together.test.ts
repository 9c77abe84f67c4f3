import { expect, it } from "vitest";
import { maySendTogether } from "@/lib/sql/over-http/sent-together";

it.each([
  "select 1",
  "  SELECT 1",
  "(select 1) union (select 2)",
  "( ( values (1) ) )",
  "-- a comment\n-- and another\r\nupdate item set name = $1",
  "with gone as (delete from item returning id) select * from gone",
  "table item",
  "insert into item values ($1)",
  "merge into item using other on true when matched then do nothing",
])("a transaction stays open after %j", (text) => {
  expect(maySendTogether([text, text])).toBe(true);
});

it.each([
  "commit",
  "end",
  "abort",
  "rollback to savepoint a",
  "/* a comment */ commit",
  "-- select\ncommit",
  "-- select\rcommit",
  "--",
  "",
  "call p()",
  "do 'begin commit; end'",
  "set client_encoding = 'LATIN1'",
  "set standard_conforming_strings = off",
  "select set_config('standard_conforming_strings', 'off', false)",
  "selection",
  "select_one()",
  "create function f() returns int language sql as 'select 1'",
  "prepare a as select 1",
  "execute a",
])("statements behind %j wait for its end", (text) => {
  expect(maySendTogether(["select 1", text])).toBe(false);
});

it("a long text of brackets and comments is read in one go", () => {
  const long = "(-- \n".repeat(400_000);
  expect([maySendTogether([long]), maySendTogether([`${long}select 1`])]).toEqual([false, true]);
});
