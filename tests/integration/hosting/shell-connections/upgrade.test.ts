import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { DataFolder, queryOne } from "@/tests/support/data-folder";

const folder = new DataFolder();
afterAll(() => folder.remove());

/** The `pg_hba.conf` of the cluster of customers' databases, which the start script keeps. */
function hostAccessFile(): string {
  const paths = readdirSync(folder.path, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => path.endsWith("pg_hba.conf")).map((path) => join(folder.path, path));
  const [file] = files.filter((path) => readFileSync(path, "utf8").includes("sameuser"));
  if (!file) throw new Error("no pg_hba.conf of a host");
  return file;
}

it("a data folder from before there were shell connections lets them in after a start", async () => {
  const { host } = await folder.start();
  await queryOne(host.provisionerUrl, "CREATE ROLE db_upgraded");
  await queryOne(host.provisionerUrl, "CREATE ROLE sh_upgraded LOGIN PASSWORD 'of-the-test' IN ROLE db_upgraded");
  await queryOne(host.provisionerUrl, "CREATE DATABASE db_upgraded TEMPLATE tmpl_tenant");
  await folder.stop();
  const file = hostAccessFile();
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^host samerole all .*\n/m);
  writeFileSync(file, text.replace(/^host samerole all .*\n/m, ""));

  const { host: again } = await folder.start();
  expect(readFileSync(file, "utf8")).toBe(text);
  const shell = Object.assign(new URL(again.provisionerUrl), { username: "sh_upgraded", password: "of-the-test" });
  const to = (database: string) => Object.assign(new URL(shell), { pathname: `/${database}` }).href;
  expect(await queryOne(to("db_upgraded"), "SELECT current_user AS role")).toEqual({ role: "sh_upgraded" });
  await expect(queryOne(to("postgres"), "SELECT 1")).rejects.toMatchObject({ code: "28000" });
});
