import type { DocGroup } from "./doc-group";

export const SERVICES: DocGroup = {
  title: "Services",
  pages: [
    {
      slug: "objects",
      title: "Object storage",
      description: "Buckets for files: public, by link, or by a policy for your users. Uploads that resume.",
    },
    {
      slug: "storage-client",
      title: "@coppice/storage",
      description: "The package for files: a client, uploads that resume, a drop zone for React.",
      file: "packages/storage/README.md",
    },
    {
      slug: "functions",
      title: "Functions",
      description: "Small programs that answer requests: deploy, call, schedule, and read their logs.",
    },
    {
      slug: "functions-client",
      title: "@coppice/functions",
      description: "The package that calls functions, with the types that the function itself has.",
      file: "packages/functions/README.md",
    },
    {
      slug: "logs",
      title: "Logs",
      description: "Requests, functions, sign-ins and SQL of a project in one list; find a request by its ID.",
    },
    {
      slug: "realtime",
      title: "Realtime",
      description: "Messages between your users and servers, and their presence, over one WebSocket.",
    },
    {
      slug: "realtime-changes",
      title: "Published tables",
      description: "Tables that tell their changes to the users of an app, and to whom.",
    },
    {
      slug: "realtime-client",
      title: "@coppice/realtime",
      description: "The package for realtime: a client that goes on where it was, and hooks for React.",
      file: "packages/realtime/README.md",
    },
  ],
};
