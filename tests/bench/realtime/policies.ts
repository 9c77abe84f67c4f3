import pg from "pg";
import { endUserRoleOf } from "@/lib/core/ids";
import { PolicyJudge } from "@/lib/services/realtime/changes/sight/judge";
import { goal, milliseconds, type Table, times } from "../report";
import { median, timed } from "../statistics";
import type { Followed } from "./followed";

const AT_LEAST = 10;
const USERS = 100;
const ROWS = 200;
const EXPRESSION =
  "(EXISTS ( SELECT 1 FROM public.members WHERE ((members.user_id = coppice.user_id()) AND (members.room = messages.room))))";
const ONE = `SELECT FROM jsonb_populate_record(NULL::public.messages, $1) AS messages WHERE ${EXPRESSION}`;
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
  const texts = Array.from({ length: ROWS }, (_, n) =>
    JSON.stringify({ id: n, room: (n % 10) + 1, body: "a message" }),
  );
  const judge = new PolicyJudge(ctx, database);
  const table = { schema: "public", name: "messages" };
  const ofUser = (n: number) => ({ userId: `usr_${n + 1}`, claims: { sub: `usr_${n + 1}` } });
  const byBatch = async () => {
    const ask = (n: number) => judge.ask({ table, expression: EXPRESSION, subscriber: ofUser(n), rows: texts });
    await Promise.all(Array.from({ length: USERS }, (_, n) => ask(n)));
  };
  const sessions = Array.from({ length: SESSIONS }, () => new pg.Client({ connectionString }));
  await Promise.all(sessions.map((session) => session.connect()));
  const role = endUserRoleOf(database.id);
  const byChange = () =>
    Promise.all(
      sessions.map((session, first) => {
        const users = Array.from({ length: USERS }, (_, n) => ofUser(n).userId);
        return askForEach(session, role, texts, { users: users.filter((_, n) => n % SESSIONS === first) });
      }),
    );
  const spent = { byBatch: [] as number[], byChange: [] as number[] };
  await byBatch();
  for (let round = 0; round < rounds; round += 1) {
    spent.byBatch.push(await timed(byBatch));
    spent.byChange.push(await timed(byChange));
  }
  await judge.close();
  await Promise.all(sessions.map((session) => session.end()));
  return tableOf(median(spent.byBatch), median(spent.byChange), rounds);
}

async function askForEach(
  session: pg.Client,
  role: string,
  texts: readonly string[],
  { users }: { users: readonly string[] },
): Promise<void> {
  await session.query("BEGIN READ ONLY");
  await session.query(`SET LOCAL ROLE ${role}`);
  for (const user of users) {
    await session.query("SELECT set_config('coppice.user_id', $1, true)", [user]);
    for (const text of texts) await session.query({ name: "one", text: ONE, values: [text] });
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
