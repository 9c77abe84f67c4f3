import type pg from "pg";
import { reasonOf } from "../error-code";
import { SERVICE } from "../service";
import { type LimitedClientConfig, withClient } from "./limited-client";

const LIMITS = { connectWithinMs: 5_000, answerWithinMs: 5_000, application_name: `${SERVICE.slug} check` };

export interface Login {
  user: string;
  password: string;
  database: string;
}

/** Returns the code with which a server refuses a login; `null` when it lets the role in and answers it. */
export async function refusalOf(
  server: string,
  { user, password, database }: Login,
  ask: (client: pg.Client) => Promise<unknown> = async () => null,
): Promise<string | null> {
  const url = new URL(server);
  [url.username, url.password, url.pathname] = [user, encodeURIComponent(password), `/${database}`];
  const config: LimitedClientConfig = { connectionString: url.href, ...LIMITS };
  try {
    await withClient(config, ask);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}
