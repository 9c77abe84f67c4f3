import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { type CleanUp, withCleanUp } from "./clean-up";
import { type LaneResult, measureLanes, rateOf, rateText } from "./lanes";
import { fileSystemOf, machineFacts } from "./machine";
import { COMPARED, goal, printReport, type Table, times, writeReport } from "./report";
import { type BenchService, startService, temporaryFolder } from "./service";
import { type Content, startContent } from "./storage/content";
import { listingTable } from "./storage/listing";
import { type Nginx, startNginx } from "./storage/nginx";
import { uploadTable } from "./storage/uploads";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const ROUNDS = quick ? 1 : 5;
const SECONDS = quick ? 1 : 3;
const OBJECTS = quick ? 20_000 : 1_000_000;
const LISTS = quick ? 20 : 200;
const UPLOAD_MIB = quick ? 64 : 1_024;
const UPLOADS = quick ? 1 : 3;
const CONNECTIONS = 16;

const SMALL_AT_LEAST = 0.5;
const LARGE_AT_LEAST = 0.8;
const REDIRECT_AT_LEAST = 0.6;

const facts = machineFacts();
const report = { heading: "Storage", command: "npm run bench -- storage", facts, tables: await measure() };
printReport(report);
if (!quick) writeReport(report);

function measure(): Promise<Table[]> {
  return withCleanUp(async (cleanUp: CleanUp) => {
    const folder = await temporaryFolder(cleanUp);
    const service = await startService(cleanUp, folder);
    facts.PostgreSQL = service.postgresVersion;
    facts["File system"] = fileSystemOf(service.dataDirectory);
    const content = await startContent(cleanUp, service);
    const files = { small: randomBytes(4_096), large: randomBytes(1024 ** 2) };
    const nginx = await startNginx(cleanUp, folder, files);
    const reads = await readTable(service, content, nginx, files);
    const uploads = await uploadTable(content, nginx, folder, UPLOAD_MIB, UPLOADS);
    return [reads, uploads, await listingTable(service, content, OBJECTS, LISTS)];
  });
}

async function readTable(
  { baseUrl }: BenchService,
  { url, ask }: Content,
  nginx: Nginx,
  files: Record<"small" | "large", Uint8Array>,
): Promise<Table> {
  await ask("POST", "/buckets", { name: "bench-reads", public: true });
  for (const [name, bytes] of Object.entries(files)) await ask("PUT", `/buckets/bench-reads/objects/${name}`, bytes);
  const keys = Object.keys(files);
  const signed = await ask("POST", "/buckets/bench-reads/sign", { keys, expiresInSeconds: 86_400, pinned: true });
  const { urls } = (await signed.json()) as { urls: { url: string }[] };
  const [small = "", large = ""] = urls.map((link) => link.url.slice(url.length));
  const each = (path: string) => Array.from({ length: CONNECTIONS }, () => ({ path }));
  const lanes = [
    { name: "4 KiB", url, requests: each(small) },
    { name: "4 KiB by nginx", url: nginx.url, requests: each(nginx.signed("small")) },
    { name: "1 MiB", url, requests: each(large) },
    { name: "1 MiB by nginx", url: nginx.url, requests: each(nginx.signed("large")) },
    { name: "public", url: baseUrl, requests: each("/api/v1/storage/bench-reads/small"), areRedirects: true },
    { name: "info", url: baseUrl, requests: each("/info") },
  ] as const;
  const [ours4, nginx4, ours1, nginx1, redirect, info] = await measureLanes(lanes, ROUNDS, SECONDS);
  return {
    title: `Requests per second over ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s, and their p99`,
    columns: COMPARED,
    rows: [
      row("4 KiB by a signed link, over nginx with `secure_link`", ours4, nginx4, SMALL_AT_LEAST),
      row("1 MiB by a signed link, over nginx with `secure_link`", ours1, nginx1, LARGE_AT_LEAST),
      row("GET /api/v1/storage/{bucket}/{key}, over GET /info", redirect, info, REDIRECT_AT_LEAST),
    ],
  };
}

function row(what: string, ours: LaneResult, other: LaneResult, atLeast: number): string[] {
  const ratio = rateOf(ours) / rateOf(other);
  return [what, rateText(ours), rateText(other), times(ratio), ...goal(ratio, atLeast, "≥")];
}
