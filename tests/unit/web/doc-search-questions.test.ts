import { expect, it } from "vitest";
import { searchDocs } from "@/lib/web/doc-search";

/** The questions of readers, each with the page that answers it. */
const QUESTIONS: [question: string, ...slugs: string[]][] = [
  ["presigned url", "objects"],
  ["picture_failed", "errors"],
  ["image resize", "objects"],
  ["delete folder", "objects"],
  ["connect to postgres from function", "functions"],
  ["invoice plan upgrade", "billing"],
  ["websocket", "realtime"],
  ["CORS", "projects", "sign-in"],
  ["row level security realtime", "realtime-changes"],
  ["signed url expires", "objects"],
  ["upload large file resume", "objects", "guides/upload-files"],
  ["thumbnail", "objects"],
  ["bucket policy", "objects", "guides/upload-files"],
  ["s3", "objects"],
  ["cron", "functions"],
  ["environment variables secrets function", "functions"],
  ["function logs", "functions", "logs"],
  ["presence", "realtime", "realtime-client"],
  ["broadcast message", "realtime"],
  ["table changes subscribe", "realtime-changes", "realtime-client"],
  ["verify jwt", "sign-in", "guides/verify-tokens"],
  ["webhook signature", "webhooks"],
  ["saml okta", "single-sign-on"],
  ["restore backup", "restore-points"],
  ["create branch", "branching", "guides/branch-per-pull-request"],
  ["neon driver", "serverless-driver", "guides/sql-over-http"],
  ["import csv", "csv"],
  ["rate limit", "limits", "management-api"],
  ["undo delete rows", "history-and-undo"],
  ["dkim key", "mail"],
  ["import users from firebase", "moving-users"],
];

it.each(QUESTIONS)("SV-M16: %s leads to %s", async (question, ...slugs) => {
  const { results } = await searchDocs("https://coppice.example", { q: question });
  expect(slugs).toContain(results[0]?.slug);
});
