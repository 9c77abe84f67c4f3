import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { NEXT_APP } from "./better-auth-subject";
import { PUBLIC_URL } from "./subject";

/** better-auth's documentation, "Next.js integration". */
const ROUTE = `import { toNextJsHandler } from "better-auth/next-js";
import { auth } from "../../../../lib/better-auth.js";

export const { GET, POST } = toNextJsHandler(auth);
`;

const READY = `export async function GET(request) {
  return new Response(request.headers.get("x-request-id") ?? "");
}
`;

const LAYOUT = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

/** Below the repository, whose packages it uses. */
const configOf = (root: string) => `export default {
  agentRules: false,
  turbopack: { root: ${JSON.stringify(root)} },
  outputFileTracingRoot: ${JSON.stringify(root)},
};
`;

/** Makes and builds a Next app, in production mode, that has nothing but better-auth in it. Takes about 20 seconds. */
export function buildNextApp(): void {
  const folder = resolve(NEXT_APP);
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("package.json", JSON.stringify({ name: "better-auth-in-next", private: true, type: "module" }));
  write("next.config.js", configOf(resolve(".")));
  write("app/layout.jsx", LAYOUT);
  write("app/ready/route.js", READY);
  write("app/api/auth/[...all]/route.js", ROUTE);
  cpSync("dist/bench/better-auth", join(folder, "lib"), { recursive: true });
  const { PATH = "", HOME = "" } = process.env;
  const env = {
    PATH,
    HOME,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    // The build loads the routes, and better-auth wants these at once.
    BETTER_AUTH_SECRET: "0".repeat(64),
    BETTER_AUTH_URL: PUBLIC_URL,
  } as const;
  const args = ["node_modules/next/dist/bin/next", "build", NEXT_APP];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The Next app could not be built:\n${stdout}\n${stderr}`);
}
