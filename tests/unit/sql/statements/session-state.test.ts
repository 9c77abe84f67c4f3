import { describe, expect, it } from "vitest";
import { judge } from "@/lib/sql/grammar/effect";
import { changesWhatItMakesUnfit } from "@/lib/sql/grammar/makes-unfit";
import { parseStatements } from "@/lib/sql/grammar/parse";
import { leavesState, ownSettings } from "@/lib/sql/grammar/session-state";

describe("the state of a session in the text of a statement", () => {
  it.for([
    ["create temp table t (a int)", true],
    ["create temporary table t as select 1", true],
    ["select 1 as a into temp t", true],
    ["create temp view v as select 1", true],
    ["create temp sequence s", true],
    ["create table pg_temp.t (a int)", true],
    ["create function pg_temp.f() returns int language sql as 'select 1'", true],
    ["create type pg_temp.mood as enum ('sad')", true],
    ["select pg_advisory_lock(1)", true],
    ["select 1 where pg_try_advisory_lock_shared(1)", true],
    ["select pg_advisory_xact_lock(1)", false],
    ["create table t (a int)", false],
    ["create unlogged table t as select 'pg_temp'", false],
    ["set search_path = s", false],
    ["prepare p as select 1", false],
  ] as const)("%s: %s", async ([text, isLeft]) => {
    expect((await parseStatements(text)).map(leavesState)).toEqual([isLeft]);
  });

  it.for([
    ["set app.tenant = 'a'", ["app.tenant"]],
    ["set search_path = app", []],
    ["select set_config('app.tenant', 'a.b c', false), set_config('work_mem', '1MB', false)", ["app.tenant"]],
    ["select 'app.tenant'", []],
  ] as const)("%s sets of the customer's own: %s", async ([text, names]) => {
    expect((await parseStatements(text)).flatMap(ownSettings)).toEqual(names);
  });

  it.for([
    ["create temp table t (a int); drop table t", "session"],
    ["create temp table t as select 1; create temp view v as select 1; drop view if exists pg_temp.v", "session"],
    ["create temp table t (a int); drop table t, u", "needs-restore-point"],
    ["create temp table t (a int); drop table t cascade", "needs-restore-point"],
    ["drop table t", "needs-restore-point"],
    ["create table t (a int); drop table t", "needs-restore-point"],
  ] as const)("%s: the last is %s", async ([text, effect]) => {
    const last = (await parseStatements(text)).at(-1);
    expect(last && judge(last).effect).toBe(effect);
  });

  it.for([
    ["create trigger x before insert on s.t for each row execute function f(); insert into t values (1)", true],
    ["create rule x as on delete to t do instead nothing; delete from t", true],
    ["create view v as select 1 as a; update v set a = 2", true],
    ["create table child () inherits (t); delete from t", true],
    ["create table part partition of t for values in (1); delete from t", false],
    ["insert into t values (1); create trigger x before insert on t for each row execute function f()", false],
    ["create trigger x before insert on t for each row execute function f(); insert into u values (1)", false],
  ] as const)("%s: %s", async ([text, isUnfit]) => {
    expect(changesWhatItMakesUnfit(await parseStatements(text))).toBe(isUnfit);
  });
});
