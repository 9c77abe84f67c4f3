import { createReadStream, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { COMPARED, goal, type Table, times } from "../report";
import { median } from "../statistics";
import type { Content } from "./content";
import type { Nginx } from "./nginx";

const MIB = 1024 ** 2;
const UPLOAD_AT_LEAST = 0.5;

/** One large file by tus, in one PATCH, beside a PUT to nginx. */
export async function uploadTable(content: Content, nginx: Nginx, folder: string, mebibytes: number, rounds: number) {
  const file = join(folder, "large");
  await writeLarge(file, mebibytes);
  await content.ask("POST", "/buckets", { name: "large" });
  const before = memoryOf(content.pid);
  const rates = { ours: [] as number[], bare: [] as number[] };
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(content.pid));
  }, 100);
  for (let round = 0; round <= rounds; round += 1) {
    const size = mebibytes * MIB;
    const body = { bucket: "large", key: `round-${round}`, size, contentType: "application/octet-stream" };
    const { upload } = (await (await content.ask("POST", "/uploads", body)).json()) as { upload: { url: string } };
    const headers = {
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    };
    const ours = mebibytes / (await send(upload.url, "PATCH", file, size, headers));
    const bare = mebibytes / (await send(`${nginx.url}/put/round-${round}`, "PUT", file, size, {}));
    if (round > 0) rates.ours.push(ours);
    if (round > 0) rates.bare.push(bare);
  }
  clearInterval(watch);
  const [ours, bare] = [median(rates.ours), median(rates.bare)];
  const rate = (value: number) => `${Math.round(value)} MiB/s`;
  const row = [`${mebibytes} MiB by tus, hashed and committed`, rate(ours), rate(bare), times(ours / bare)];
  const grown = `${Math.round((most - before) / MIB)} MiB`;
  return {
    title: `Uploads, median of ${rounds}, beside a PUT to nginx`,
    columns: [...COMPARED, "Memory of the content process grew by"],
    rows: [[...row, ...goal(ours / bare, UPLOAD_AT_LEAST, "≥"), grown]],
  } satisfies Table;
}

/** Seconds until the answer to a file sent as a body. */
async function send(url: string, method: string, file: string, size: number, headers: Record<string, string>) {
  const startedAt = performance.now();
  const sending = request(url, { method, headers: { ...headers, "content-length": size } });
  const status = new Promise<number>((resolve, reject) => {
    sending.on("response", (response) => response.resume().on("end", () => resolve(response.statusCode ?? 0)));
    sending.on("error", reject);
  });
  await pipeline(createReadStream(file, { highWaterMark: MIB }), sending);
  const answered = await status;
  if (answered >= 300) throw new Error(`${method} of the large file answered ${answered}`);
  return (performance.now() - startedAt) / 1_000;
}

async function writeLarge(file: string, mebibytes: number): Promise<void> {
  const handle = await open(file, "w");
  const chunk = Buffer.alloc(MIB, "coppice");
  for (let i = 0; i < mebibytes; i += 1) await handle.write(chunk);
  await handle.close();
}

/** Resident bytes, as Linux counts them. */
function memoryOf(pid: number): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}
