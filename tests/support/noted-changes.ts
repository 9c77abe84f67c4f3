import type { DatabaseClient } from "@/lib/core/db/client";

/**
 * Has each change of a row of the control plane written into the table `seen.change`, by its transaction. When somebody
 * was last there, and which processes run, say nothing of the work done.
 */
export async function noteChanges(db: DatabaseClient): Promise<void> {
  await db.$executeRawUnsafe("create schema seen");
  await db.$executeRawUnsafe('create table seen.change ("table" text)');
  await db.$executeRawUnsafe(`
    create function seen.note() returns trigger language plpgsql as $$ begin
      if to_jsonb(old) - 'last_active_at' is distinct from to_jsonb(new) - 'last_active_at' then
        insert into seen.change values (tg_table_name);
      end if;
      return null;
    end $$`);
  const tables = await db.$queryRaw<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'service_instance'`;
  for (const { name } of tables) {
    await db.$executeRawUnsafe(
      `create trigger note after insert or update or delete on public."${name}" for each row execute function seen.note()`,
    );
  }
}
