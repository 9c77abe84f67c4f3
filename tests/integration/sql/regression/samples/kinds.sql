-- What a script of PostgreSQL's does: comments, psql's commands, failures, and values of many forms.
\set ON_ERROR_STOP off
create table item (id int primary key, word text, tags text[], facts json);
insert into item values (1, 'a;b', '{a,NULL}', '{"k":1,"k":2}'), (2, E'it\'s', '{}', '{"n": 1.10}');
insert into item values (1, 'again');
update item set word = $x$c;d$x$, tags[3] = 'z' where id = 1;
select * from item order by id;
select id, word from item order by id \gset
create function two() returns int language sql begin atomic select 1; select case when true then 2 end; end;
select two();
/* nested /* ; */ ; */ delete from item where id = 2 returning *;

copy item from stdin;
3	c	{}	{}
\.

create table numbered (id int generated always as identity, parent int references item (id) deferrable, twice int generated always as (id * 2));
begin;
set constraints all deferred;
insert into numbered (parent) values (1), (7) returning *;
insert into item values (7, 'late', null, null);
commit;
update numbered set parent = null where id = 2;
merge into numbered as n using (values (1, 7), (9, 1)) as v (id, parent) on n.id = v.id
  when matched then update set parent = v.parent
  when not matched then insert (parent) values (v.parent);
select * from numbered order by id;

begin;
select set_config('app.tenant', 'acme', true) is not null;
insert into item values (8, current_setting('app.tenant', true), null, null);
declare c cursor for select id from item order by id;
fetch 2 from c;
savepoint s;
delete from item where id = 8;
rollback to s;
end;
select id, word from item order by id;
with gone as (delete from numbered where parent = 1 returning id) select count(*) from gone;
insert into item values (8, 'x') on conflict (id) do update set word = excluded.word || item.word returning word;
