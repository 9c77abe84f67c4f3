import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { root } from "./paths.mjs";

const FOLDER = "public/generated/hosted";
/** The library that the client imports once a passkey is used: a file of its own, which both pages share. */
const PASSKEYS = "@simplewebauthn/browser";

/** The options of both sides of the hosted pages. React is inside, as it is for production. */
const SHARED = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  jsx: "automatic",
  format: "esm",
  logLevel: "warning",
  tsconfig: join(root, "tsconfig.json"),
  define: { "process.env.NODE_ENV": '"production"' },
};

/**
 * The sign-in page needs none of them, and its scripts have a bound (tests/e2e/hosted/weight.test.ts): the texts of the
 * user's profile, and the calls of a user who is signed in.
 */
const LEFT_OUT = {
  "react/messages/profile-en.ts": "export const profileEn = {};",
  "account.ts": "export const createAccount = () => ({}); export const createSessions = () => ({});",
  "organizations.ts": "export const createOrganizations = () => ({});",
};
const withoutProfile = {
  name: "without-profile",
  setup: (builder) =>
    builder.onLoad(
      { filter: /[/]packages[/]client[/]src[/](?:account|organizations|react[/]messages[/]profile-en)\.ts$/ },
      ({ path }) => ({
        contents: LEFT_OUT[path.split("/packages/client/src/")[1]],
      }),
    ),
};

/** Builds the browsers' files, named by their content: public/generated/hosted/. Returns the addresses. */
async function bundleAssets() {
  rmSync(join(root, FOLDER), { recursive: true, force: true });
  const alias = { [PASSKEYS]: await bundleAsset("lib/hosted-pages/view/entries/browser.ts") };
  const [signIn, account, styles] = await Promise.all([
    bundleAsset("lib/hosted-pages/view/entries/sign-in.ts", { alias, plugins: [withoutProfile] }),
    bundleAsset("lib/hosted-pages/view/entries/account.ts", { alias }),
    bundleAsset("lib/hosted-pages/view/hosted-page.css"),
  ]);
  return { styles, scripts: { signIn, account } };
}

/**
 * One entry at a time: where several share chunks, the code that one of them needs is in chunks that all of them load.
 */
async function bundleAsset(entry, options = {}) {
  const { metafile } = await build({
    ...SHARED,
    ...options,
    entryPoints: [entry],
    outdir: FOLDER,
    entryNames: "[name]-[hash]",
    external: ["/generated/hosted/*"],
    platform: "browser",
    target: ["chrome123", "firefox120", "safari17.5"],
    // The licences are beside the script, which names their file.
    legalComments: "linked",
    metafile: true,
  });
  const path = Object.keys(metafile.outputs).find((output) => !output.endsWith(".LEGAL.txt")) ?? "";
  return `/${path.replace(/^public\//, "")}`;
}

/** Builds the service's renderer of the hosted pages: dist/hosted/render.js. */
async function bundleRenderer({ styles, scripts }) {
  await build({
    ...SHARED,
    entryPoints: ["lib/hosted-pages/view/render.tsx"],
    outfile: "dist/hosted/render.js",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "node24",
    sourcemap: true,
    define: { ...SHARED.define, STYLES: JSON.stringify(styles), SCRIPTS: JSON.stringify(scripts) },
  });
}

/** Builds the inbox page's renderer of mails: dist/hosted/mail.js. */
async function bundleMailRenderer() {
  await build({
    ...SHARED,
    entryPoints: ["lib/sign-in/mail/render.tsx"],
    outfile: "dist/hosted/mail.js",
    packages: "external",
    platform: "node",
    target: "node24",
    sourcemap: true,
  });
}

export async function bundleHostedPages() {
  await Promise.all([bundleAssets().then(bundleRenderer), bundleMailRenderer()]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleHostedPages();
