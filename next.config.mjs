// Not TypeScript, for which Next would load its compiler of 100 MB at every start.
import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";
import { externalPackages } from "./bin/external-packages.mjs";
import { assetSecurityHeaders } from "./lib/http/security-headers.ts";

const assetHeaders = Object.entries(assetSecurityHeaders).map(([key, value]) => ({ key, value }));
/** The files of public/; proxy.tsx leaves out the same addresses. */
const PUBLIC_FILES = [
  "/generated/:path*",
  "/icons/:path*",
  "/pictures/:path*",
  "/favicon.ico",
  "/manifest.webmanifest",
  "/robots.txt",
];
const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * The builds that bin/setup/build.mjs asks for; Next alone builds everything.
 *
 * @type {Record<string, import("next").NextConfig>}
 */
const builds = {
  plain: {},
  // Our own server answers for the files route.ts, so that Next builds the pages alone.
  pages: { pageExtensions: ["tsx"] },
  // Beside the pages, for the tests that compare what Next answers with what our own server does.
  routes: { distDir: "dist/next" },
};

/** @returns {import("next").NextConfig} */
export default function config(/** @type {string} */ phase) {
  return {
    agentRules: false,
    poweredByHeader: false,
    reactStrictMode: true,
    typedRoutes: true,
    // proxy.tsx does it, so that an API path with a slash at its end is a 404 and the redirect of a page has its headers.
    skipTrailingSlashRedirect: true,
    serverExternalPackages: externalPackages,
    ...builds[process.env.COPPICE_NEXT_BUILD ?? "plain"],
    experimental: {
      // A page's code is loaded when it is first asked for: all of them at once take 120 MB.
      preloadEntriesOnStart: false,
      // docs/decisions/140: it costs seconds and hundreds of megabytes, and nobody has it from a build that is made once.
      turbopackFileSystemCacheForBuild: false,
      turbopackSourceMaps: false,
      turbopackInputSourceMaps: false,
      // The server reads its code from a disk.
      serverMinification: false,
    },
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
