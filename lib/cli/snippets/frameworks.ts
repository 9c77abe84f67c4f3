/** The values of an app: of its project, of the service and of its own. */
export interface SnippetValues {
  projectId: string;
  /** Empty where the framework needs none. */
  publicKey: string;
  serviceUrl: string;
  appOrigin: string;
  sessionSecret: string;
}

export interface SnippetFile {
  path: string;
  content: string;
}

export interface Framework {
  /** The kind of app, with its article. */
  title: string;
  /** The folder of `examples` that has the files, which run there as they are. */
  folder: string;
  files: readonly string[];
  needsPublicKey: boolean;
  /** The origins of its development server; the first that the service doesn't have itself is used. */
  origins: readonly string[];
  settings: (values: SnippetValues) => SnippetFile;
  /** The command that serves the app, and the address to open then. */
  serve: (values: SnippetValues) => { command: string; address: string };
}

export const FRAMEWORKS = {
  next: {
    title: "a Next app",
    folder: "next-app",
    files: [
      "auth-client.ts",
      "auth-server.ts",
      "proxy.ts",
      "app/api/auth/[...path]/route.ts",
      "app/sign-in/page.tsx",
      "app/sign-in/sign-in.tsx",
      "app/members/page.tsx",
    ],
    needsPublicKey: true,
    origins: ["http://localhost:3000", "http://localhost:3001"],
    settings: (values) =>
      variables(".env.local", {
        NEXT_PUBLIC_AUTH_PROJECT_ID: values.projectId,
        NEXT_PUBLIC_AUTH_PUBLIC_KEY: values.publicKey,
        NEXT_PUBLIC_AUTH_ORIGIN: values.serviceUrl,
        APP_ORIGIN: values.appOrigin,
        SESSION_SECRET: values.sessionSecret,
      }),
    serve: ({ appOrigin }) => ({
      command: `npm run dev -- --port ${portOf(appOrigin)}`,
      address: `${appOrigin}/sign-in`,
    }),
  },
  vite: {
    title: "a Vite app with React",
    folder: "vite-app",
    files: ["src/auth.ts", "src/main.tsx", "src/sign-in.tsx"],
    needsPublicKey: true,
    origins: ["http://localhost:5173"],
    settings: (values) =>
      variables(".env.local", {
        VITE_AUTH_PROJECT_ID: values.projectId,
        VITE_AUTH_PUBLIC_KEY: values.publicKey,
        VITE_AUTH_ORIGIN: values.serviceUrl,
      }),
    serve: ({ appOrigin }) => ({ command: `npm run dev -- --port ${portOf(appOrigin)}`, address: appOrigin }),
  },
  html: {
    title: "a plain page",
    folder: "html-app",
    files: ["index.html", "sign-in.js"],
    needsPublicKey: true,
    origins: ["http://localhost:5173"],
    settings: ({ projectId, publicKey, serviceUrl }) => ({
      path: "config.js",
      content: [
        `export const projectId = ${JSON.stringify(projectId)};`,
        `export const publicKey = ${JSON.stringify(publicKey)};`,
        `export const apiOrigin = ${JSON.stringify(serviceUrl)};`,
        "",
      ].join("\n"),
    }),
    serve: ({ appOrigin }) => ({ command: `npx serve --listen ${portOf(appOrigin)}`, address: appOrigin }),
  },
  node: {
    title: "a Node API",
    folder: "node-api",
    files: ["server.js"],
    needsPublicKey: false,
    origins: ["http://localhost:5173"],
    settings: (values) =>
      variables(".env", {
        AUTH_PROJECT_ID: values.projectId,
        AUTH_ORIGIN: values.serviceUrl,
        APP_ORIGIN: values.appOrigin,
        PORT: "8787",
      }),
    serve: () => ({ command: "node --env-file=.env server.js", address: "http://localhost:8787" }),
  },
} as const satisfies Record<string, Framework>;

export type FrameworkName = keyof typeof FRAMEWORKS;

/** No value holds a character that needs quotes. */
function variables(path: string, values: Record<string, string>): SnippetFile {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  return { path, content: lines.join("") };
}

function portOf(origin: string): string {
  const { port, protocol } = new URL(origin);
  return port || (protocol === "https:" ? "443" : "80");
}
