import { endUserRoleOf } from "@/lib/core/ids";
import { PolicyJudge } from "@/lib/services/realtime/changes/sight/judge";
import { goal, milliseconds, type Table, times } from "../report";
import { median, timed } from "../statistics";
import type { Followed } from "./followed";

const AT_LEAST = 10;
const EXPRESSION =
  "(EXISTS ( SELECT 1 FROM public.members WHERE ((members.user_id = coppice.user_id()) AND (members.room = messages.room))))";

/** Whether each of many users sees each of many changes: asked for each batch and user, and for each change and user. */
export async function policiesTable(
  followed: Followed,
  rounds: number,
  { users, rows }: { users: number; rows: number },
): Promise<Table> {
  const { ctx, database, customer, publish } = followed;
  await customer.query(`CREATE TABLE members (user_id text, room int, PRIMARY KEY (user_id, room));
    CREATE TABLE messages (id int PRIMARY KEY, room int, body text);
    ALTER TABLE messages ENABLE ROW LEVEL SECURITY;
    INSERT INTO members SELECT 'usr_' || u, r FROM generate_series(1, ${users}) AS u, generate_series(1, 10) AS r WHERE u % 10 = r % 10`);
  await publish("messages", "rls");
  await customer.query("GRANT SELECT ON members TO app_users");
  const texts = Array.from({ length: rows }, (_, n) =>
    JSON.stringify({ id: n, room: (n % 10) + 1, body: "a message" }),
  );
  const judge = new PolicyJudge(ctx, database);
  const table = { schema: "public", name: "messages" };
  const ofUser = (n: number) => ({ userId: `usr_${n + 1}`, claims: { sub: `usr_${n + 1}` } });
  const byBatch = async () => {
    for (let n = 0; n < users; n += 1) {
      await judge.ask({ table, expression: EXPRESSION, subscriber: ofUser(n), rows: texts });
    }
  };
  const byChange = async () => {
    await customer.query("BEGIN READ ONLY");
    await customer.query(`SET LOCAL ROLE ${endUserRoleOf(database.id)}`);
    for (let n = 0; n < users; n += 1) {
      await customer.query("SELECT set_config('coppice.user_id', $1, true)", [ofUser(n).userId]);
      for (const text of texts) {
        await customer.query({
          name: "one",
          text: `SELECT FROM jsonb_populate_record(NULL::public.messages, $1) AS messages WHERE ${EXPRESSION}`,
          values: [text],
        });
      }
    }
    await customer.query("ROLLBACK");
  };
  const spent = { byBatch: [] as number[], byChange: [] as number[] };
  await byBatch();
  for (let round = 0; round < rounds; round += 1) {
    spent.byBatch.push(await timed(byBatch));
    spent.byChange.push(await timed(byChange));
  }
  await judge.close();
  const [batch, change] = [median(spent.byBatch), median(spent.byChange)];
  const each = (total: number) => `${((total * 1_000) / (users * rows)).toFixed(1)} µs`;
  const what = `${users} users, ${rows} changes (${rounds} runs each)`;
  const ratio = change / batch;
  return {
    title: "Policies with a subquery: who sees what",
    columns: [
      "What",
      "A query per batch and user",
      "A query per change and user",
      "A decision",
      "Cheaper",
      "Goal",
      "Met",
    ],
    rows: [
      [
        ...[what, milliseconds(batch), milliseconds(change), `${each(batch)}, ${each(change)}`, times(ratio)],
        ...goal(ratio, AT_LEAST, "≥"),
      ],
    ],
  };
}
