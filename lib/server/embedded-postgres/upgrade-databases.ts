import pg from "pg";
import type { AsSuperuser } from "./as-superuser";
import { hideNeighbours } from "./hide-neighbours";

interface CustomerDatabase {
  name: string;
  isOpen: boolean;
}

/**
 * Brings customers' databases, and the copies of restore points, up to the recipe of new ones. One that fails is
 * reported and does not keep the cluster from starting.
 */
export async function upgradeDatabases(asSuperuser: AsSuperuser, log: (line: string) => void): Promise<void> {
  for (const database of await listDatabases(asSuperuser)) {
    try {
      await upgrade(asSuperuser, database);
    } catch (error) {
      log(`Couldn't upgrade the database ${database.name} to the current recipe: ${String(error)}`);
    }
  }
}

async function listDatabases(asSuperuser: AsSuperuser): Promise<CustomerDatabase[]> {
  const found: CustomerDatabase[] = [];
  await asSuperuser("postgres", async (client) => {
    // A limit of -2 marks the remains of an interrupted DROP: nothing can connect to it.
    const { rows } = await client.query<CustomerDatabase>(
      `SELECT datname AS name, datallowconn AS "isOpen" FROM pg_database
       WHERE datname ~ '^db_[0-9a-z]{20}$' AND datconnlimit <> -2`,
    );
    found.push(...rows);
  });
  return found;
}

/** A closed database is opened for the moment: a copy lets nobody in, and a half-made database has no customer yet. */
async function upgrade(asSuperuser: AsSuperuser, { name, isOpen }: CustomerDatabase): Promise<void> {
  const alter = (change: string) =>
    asSuperuser("postgres", async (client) => {
      await client.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} ${change}`);
    });
  await alter("CONNECTION LIMIT -1");
  if (!isOpen) await alter("ALLOW_CONNECTIONS true");
  try {
    await asSuperuser(name, hideNeighbours);
  } finally {
    if (!isOpen) await alter("ALLOW_CONNECTIONS false");
  }
}
