import type { NextConfig } from "next";

const config: NextConfig = {
  agentRules: false,
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  serverExternalPackages: ["pg", "ioredis", "graphile-worker", "@node-rs/argon2", "pino", "prom-client"],
};

export default config;
