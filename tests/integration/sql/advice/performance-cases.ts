import type { AdviceCase } from "./security-cases";

const ROWS = "insert into big select n, n from generate_series(1, 20000) as n";

export const PERFORMANCE_CASES: AdviceCase[] = [
  { kind: "no-primary-key", name: "no key", make: "create table notes (text text)", found: ["tried.notes"] },
  {
    kind: "foreign-key-without-an-index",
    name: "one of two keys",
    make: `create table authors (id int primary key);
      create table books (id int primary key, "Author" int references authors, editor int references authors);
      create index on books (editor, id)`,
    found: ['tried.books ("Author")'],
  },
  {
    kind: "foreign-key-without-an-index",
    name: "an index of some rows",
    make: `create table authors (id int primary key); create table books (id int primary key, author int references authors);
      create index on books (author) where id > 5`,
    found: ["tried.books (author)"],
  },
  {
    kind: "foreign-key-without-an-index",
    name: "an index that only includes a column of the key, and one of another method",
    make: `create table authors (id int, part int, primary key (id, part)); create table books (id int primary key, author int,
      part int, foreign key (author, part) references authors); create index on books (author) include (part);
      create index on books using brin (author, part)`,
    found: ["tried.books (author, part)"],
  },
  {
    kind: "duplicate-index",
    name: "three equal ones, of which the first stays",
    make: `create table notes (id int primary key, title text); create index first on notes (title);
      create index second on notes (title); create index third on notes (title)`,
    found: [
      ["tried.second", "the same as tried.first"],
      ["tried.third", "the same as tried.first"],
    ],
  },
  {
    kind: "duplicate-index",
    name: "an index beside the primary key's",
    make: "create table notes (id int primary key); create index again on notes (id)",
    found: [["tried.again", "the same as tried.notes_pkey"]],
  },
  {
    kind: "duplicate-index",
    name: "indexes that differ",
    make: `create table notes (id int primary key, title text); create index on notes (title); create index on notes (title desc);
      create index on notes (title text_pattern_ops); create index on notes (lower(title)); create index on notes (upper(title));
      create index on notes (title) where id > 5; create index on notes (title) include (id);
      create index on notes (title collate "C"); create unique index on notes (title); create index on notes using hash (title);
      drop index notes_title_idx`,
    found: [],
  },
  {
    kind: "duplicate-index",
    name: "a unique index that a foreign key needs",
    make: `create table notes (id int); create unique index needed on notes (id); create table lines (note int references notes (id));
      create unique index second on notes (id)`,
    found: [["tried.second", "the same as tried.needed"]],
  },
  {
    kind: "unused-index",
    name: "a large one",
    make: "create table big (id int primary key, n int); create index idle on big (n); insert into big select n, n from generate_series(1, 60000) as n",
    found: [["tried.idle", "1.3 MB"]],
  },
  {
    kind: "unused-index",
    name: "a small one",
    make: "create table small (id int primary key, n int); create index idle on small (n)",
    found: [],
  },
  {
    kind: "whole-table-read-often",
    name: "a hundred scans",
    make: `create table big (id int, n int); ${ROWS};
      do $$ begin for i in 1..120 loop perform count(*) from big where n = i; end loop; end $$; select pg_stat_force_next_flush()`,
    found: [["tried.big", "read 120 times, 20,000 rows each"]],
    mend: `create index on big (n); set enable_seqscan = off;
      do $$ begin for i in 1..200 loop perform count(*) from big where n = i; end loop; end $$; select pg_stat_force_next_flush()`,
  },
  {
    kind: "many-dead-rows",
    name: "deleted rows",
    make: `create table big (id int, n int) with (autovacuum_enabled = off); ${ROWS}; delete from big where n > 5000;
      select pg_stat_force_next_flush()`,
    found: [["tried.big", "15,000 dead rows, 5,000 others"]],
  },
  {
    kind: "numbers-run-out",
    name: "a sequence of its own",
    make: "create sequence tickets as int; select setval('tickets', 2000000000)",
    found: [["tried.tickets", "93 % used"]],
  },
  {
    kind: "numbers-run-out",
    name: "a serial column",
    make: "create table visits (id serial primary key); select setval('visits_id_seq', 1900000000)",
    found: [["tried.visits_id_seq", "88 % used"]],
  },
  {
    kind: "numbers-run-out",
    name: "an identity column",
    make: `create table visits (id smallint generated always as identity primary key); select setval('visits_id_seq', 30000)`,
    found: [["tried.visits_id_seq", "91 % used"]],
  },
  {
    kind: "numbers-run-out",
    name: "a column smaller than the sequence of its default",
    make: `create sequence counter; create table visits (id int default nextval('counter') primary key);
      select setval('counter', 2100000000)`,
    found: [["tried.counter", "97 % used"]],
  },
  {
    kind: "numbers-run-out",
    name: "sequences that begin again or have far to go",
    make: `create sequence turning as int cycle; select setval('turning', 2000000000);
      create table visits (id bigserial primary key); select setval('visits_id_seq', 2000000000)`,
    found: [],
  },
  {
    kind: "policy-runs-a-function-for-each-row",
    name: "a setting and a function",
    make: `create function me() returns text stable language sql as $$ select current_setting('app.user', true) $$;
      create table notes (id int primary key, author_id text, "Größe" text); alter table notes enable row level security;
      create policy "Own" on notes using (author_id = me() or "Größe" = '(ü' or current_setting('app.role') = 'a)')
        with check (author_id = me())`,
    found: [["tried.notes", 'policy "Own"']],
  },
  {
    kind: "policy-runs-a-function-for-each-row",
    name: "calls that stand in subqueries, or are realtime's",
    make: `create schema coppice; create function coppice.user_id() returns text stable language sql as $$ select 'a' $$;
      create table notes (id int primary key, author_id text); alter table notes enable row level security;
      create policy own on notes using (author_id = (select current_setting('app.user')) or author_id = coppice.user_id());
      create policy time on notes using (now() > '2020-01-01' and author_id = current_setting(author_id))`,
    found: [],
    mend: "drop schema coppice cascade",
  },
];
