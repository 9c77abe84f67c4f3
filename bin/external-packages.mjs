/**
 * Packages that no bundle holds, neither ours nor Next's: they find files or a binary beside themselves, or one copy of
 * them has to serve both.
 */
export const externalPackages = [
  ...["@node-rs/argon2", "@node-rs/bcrypt", "esbuild", "libpg-query", "graphile-worker", "pino"],
  ...["ioredis", "nodemailer", "pg", "pg-cursor", "prom-client"],
];
