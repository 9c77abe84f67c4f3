import pg from "pg";
import { endUserRoleOf } from "@/lib/core/ids";
import { RowAuthorizer } from "@/lib/services/realtime/changes/authorization/row-authorizer";
import { SHAPE } from "@/lib/services/realtime/changes/outbox/shape";
import { goal, milliseconds, type Table, times } from "../report";
import { median, timed } from "../statistics";
import type { Followed } from "./followed";

const AT_LEAST = 10;
const USERS = 100;
const ROWS = 200;
const EXPRESSION =
  "(EXISTS ( SELECT 1 FROM public.members WHERE ((members.user_id = coppice.user_id()) AND (members.room = messages.room))))";
const ONE = `SELECT FROM CAST($1::text AS public.messages) AS messages WHERE ${EXPRESSION}`;
/** As many as the service has for policies. */
const SESSIONS = 3;

/** Whether each of many users sees each of many changes: asked for each batch and user, and for each change and user. */
export async function policiesTable(followed: Followed, rounds: number): Promise<Table> {
  const { ctx, database, customer, connectionString, publish } = followed;
  await customer.query(`CREATE TABLE members (user_id text, room int, PRIMARY KEY (user_id, room));
    CREATE TABLE messages (id int PRIMARY KEY, room int, body text);
    ALTER TABLE messages ENABLE ROW LEVEL SECURITY;
    INSERT INTO members SELECT 'usr_' || u, r FROM generate_series(1, ${USERS}) AS u, generate_series(1, 10) AS r WHERE u % 10 = r % 10`);
  await publish("messages", "rls");
  await customer.query("GRANT SELECT ON members TO app_users");
  const records = Array.from({ length: ROWS }, (_, n) => `(${n},${(n % 10) + 1},"a message")`);
  const authorizer = new RowAuthorizer(ctx, database);
  const { rows } = await customer.query(
    `SELECT ${SHAPE}::text AS shape FROM coppice_realtime.published WHERE relation = 'messages'::regclass`,
  );
  const table = { schema: "public", name: "messages", shape: rows[0].shape };
  const ofUser = (n: number) => ({ userId: `usr_${n + 1}`, claims: { sub: `usr_${n + 1}` } });
  const byBatch = async () => {
    const ask = (n: number) => authorizer.check({ table, expression: EXPRESSION, subscriber: ofUser(n), records });
    await Promise.all(Array.from({ length: USERS }, (_, n) => ask(n)));
  };
  const sessions = Array.from({ length: SESSIONS }, () => new pg.Client({ connectionString }));
  await Promise.all(sessions.map((session) => session.connect()));
  const role = endUserRoleOf(database.id);
  const byChange = () =>
    Promise.all(
      sessions.map((session, first) => {
        const users = Array.from({ length: USERS }, (_, n) => ofUser(n).userId);
        return askForEach(session, role, records, { users: users.filter((_, n) => n % SESSIONS === first) });
      }),
    );
  const spent = { byBatch: [] as number[], byChange: [] as number[] };
  await byBatch();
  for (let round = 0; round < rounds; round += 1) {
    spent.byBatch.push(await timed(byBatch));
    spent.byChange.push(await timed(byChange));
  }
  await authorizer.close();
  await Promise.all(sessions.map((session) => session.end()));
  return tableOf(median(spent.byBatch), median(spent.byChange), rounds);
}

async function askForEach(
  session: pg.Client,
  role: string,
  records: readonly string[],
  { users }: { users: readonly string[] },
): Promise<void> {
  await session.query("BEGIN READ ONLY");
  await session.query(`SET LOCAL ROLE ${role}`);
  for (const user of users) {
    await session.query("SELECT set_config('coppice.user_id', $1, true)", [user]);
    for (const record of records) await session.query({ name: "one", text: ONE, values: [record] });
  }
  await session.query("ROLLBACK");
}

function tableOf(byBatch: number, byChange: number, rounds: number): Table {
  const each = (total: number) => `${((total * 1_000) / (USERS * ROWS)).toFixed(1)} µs`;
  const what = `${USERS} users, ${ROWS} changes (${rounds} runs each)`;
  const [ratio, decision] = [byChange / byBatch, `${each(byBatch)}, ${each(byChange)}`];
  const columns = ["What", "A query per batch and user", "A query per change and user", "A decision", "Cheaper"];
  return {
    title: "Policies with a subquery: who sees what",
    columns: [...columns, "Goal", "Met"],
    rows: [
      [what, milliseconds(byBatch), milliseconds(byChange), decision, times(ratio), ...goal(ratio, AT_LEAST, "≥")],
    ],
  };
}
