import type pg from "pg";
import type { Context } from "@/lib/core/context";

/** A project's database whose changes are measured, in this process. */
export interface Followed {
  ctx: Context;
  projectId: string;
  database: { id: string; hostId: string };
  connectionString: string;
  /** A session as the customer's programs have it. */
  customer: pg.Client;
  /** A session of the superuser on the same cluster. */
  superuser: pg.Client;
  publish(table: string, audience: string): Promise<void>;
}
