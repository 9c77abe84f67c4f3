import type { NextConfig } from "next";
import { PHASE_DEVELOPMENT_SERVER } from "next/constants";
import { assetSecurityHeaders } from "./lib/http/security-headers";

const assetHeaders = Object.entries(assetSecurityHeaders).map(([key, value]) => ({ key, value }));
/** What public/ holds; proxy.ts leaves out the same addresses. */
const PUBLIC_FILES = [
  "/generated/:path*",
  "/icons/:path*",
  "/pictures/:path*",
  "/favicon.ico",
  "/manifest.webmanifest",
  "/robots.txt",
];
const FOR_EVER = "public, max-age=31536000, immutable";

export default function config(phase: string): NextConfig {
  return {
    agentRules: false,
    poweredByHeader: false,
    reactStrictMode: true,
    typedRoutes: true,
    // proxy.ts does it, so that an API path with a slash at its end is a 404 and the redirect of a page has its headers.
    skipTrailingSlashRedirect: true,
    serverExternalPackages: [
      "pg",
      "pg-cursor",
      // It finds its WebAssembly beside itself.
      "libpg-query",
      // It starts its binary, which it finds beside itself.
      "esbuild",
      "ioredis",
      "graphile-worker",
      "@node-rs/argon2",
      "nodemailer",
      "@node-rs/bcrypt",
      "pino",
      "prom-client",
    ],
    // A page's code is loaded when it is first asked for: all of them at once take 120 MB.
    experimental: { preloadEntriesOnStart: false },
    // `npm run verify` checks the types of everything; the build need not do it again.
    typescript: { ignoreBuildErrors: true },
    compiler: { defineServer: { DEVELOPMENT_SERVER: phase === PHASE_DEVELOPMENT_SERVER } },
    headers: async () => [
      ...["/_next/static/:path*", ...PUBLIC_FILES].map((source) => ({ source, headers: assetHeaders })),
      // Their names change with what they hold.
      { source: "/generated/hosted/:path*", headers: [{ key: "Cache-Control", value: FOR_EVER }] },
    ],
  };
}
