import { caller } from "coppice";
import pg from "pg";

/** Sends a mail of the new rows in the table of products-api, by an HTTP API for mail such as Resend's. */
export default {
  async fetch(): Promise<Response> {
    const by = caller();
    if (by.kind !== "schedule") return Response.json({ error: "Only its schedule runs it." }, { status: 403 });
    const { added, total } = await count(by.scheduledAt);
    await send({
      subject: `${added} new products`,
      text: `In the week before ${by.scheduledAt.slice(0, 10)}, ${added} products were added. There are ${total} now.`,
      // The same week is mailed once, even if it is run twice.
      idempotencyKey: `weekly-report-${by.scheduledAt}`,
    });
    return Response.json({ added, total });
  },
};

async function count(until: string): Promise<{ added: number; total: number }> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT count(*) FILTER (WHERE created_at >= $1::timestamptz - interval '7 days')::int AS added,
        count(*)::int AS total FROM products WHERE created_at < $1::timestamptz`,
      [until],
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

async function send({ subject, text, idempotencyKey }: { subject: string; text: string; idempotencyKey: string }) {
  const { MAIL_API_URL = "https://api.resend.com/emails", MAIL_API_KEY, REPORT_FROM, REPORT_TO } = process.env;
  if (!MAIL_API_KEY || !REPORT_FROM || !REPORT_TO) {
    throw new Error("Set the secret MAIL_API_KEY and the variables REPORT_FROM and REPORT_TO.");
  }
  const answer = await fetch(MAIL_API_URL, {
    method: "POST",
    headers: {
      authorization: `Bearer ${MAIL_API_KEY}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify({ from: REPORT_FROM, to: [REPORT_TO], subject, text }),
  });
  // An error thrown here is in the log, and the run counts as failed.
  if (!answer.ok) throw new Error(`The mail wasn't taken: ${answer.status} ${await answer.text()}`);
}
