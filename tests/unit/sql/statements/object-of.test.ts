import { expect, it } from "vitest";
import { objectOf } from "@/lib/sql/grammar/object-of";
import { parseStatements } from "@/lib/sql/grammar/parse";

it.each([
  ["create table customers (id int)", "customers"],
  ["create table archive.orders as select 1", "archive.orders"],
  ["create materialized view sums as select 1", "sums"],
  ["create view v as select 1", "v"],
  ["alter table only orders add total int", "orders"],
  ["drop table a, archive.b", "a, archive.b"],
  ["drop schema tools", "tools"],
  ["drop function total(int)", "total"],
  ["drop type mood", "mood"],
  ["create index by_name on customers (name)", "by_name"],
  ["create trigger t before insert on orders for each row execute function f()", "t"],
  ["create function tools.clean() returns int language sql return 1", "tools.clean"],
  ["create type mood as enum ('calm')", "mood"],
  ["create schema tools", "tools"],
  ["create extension citext", "citext"],
  ["truncate orders, lines", "orders, lines"],
  ["insert into orders values (1)", "orders"],
  ["update orders set id = 2", "orders"],
  ["delete from archive.orders", "archive.orders"],
  ["begin", null],
  ["select 1", null],
])("%s is about %s", async (text, name) => {
  const [statement] = await parseStatements(text);
  expect(statement && objectOf(statement)).toBe(name);
});
