/** Returns the variables by which node-postgres finds a database, as libpq has them, and nothing else of this process. */
export function clientEnvironment(connectionString: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname } = new URL(connectionString);
  const [user, secret, database] = [username, password, pathname.slice(1)].map(decodeURIComponent);
  return {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, USER: process.env.USER ?? "nobody", NODE_ENV: "test" },
    ...{ PGHOST: hostname, PGPORT: port, PGUSER: user, PGPASSWORD: secret, PGDATABASE: database },
    ...{ SCRAM_TEST_PGUSER: user, SCRAM_TEST_PGPASSWORD: secret },
  };
}
