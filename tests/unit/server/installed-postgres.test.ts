import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { OperatorError } from "@/lib/core/operator-error";
import { findPostgres, installBinaries, removeOtherBinaries } from "@/lib/server/embedded-postgres/binaries";

const BIN = "lib/postgresql/18/bin";

/** The folders of a distribution's package below `root`, whose `pg_config` names them. */
function layOut(root: string, version = "PostgreSQL 18.7 (Debian 18.7-1.pgdg12+1)"): string {
  const folders = [BIN, "lib/x86_64-linux-gnu", "lib/postgresql/18/lib", "share/postgresql/18"];
  const answers = [version, ...folders.map((folder) => join(root, folder))];
  write(root, `${BIN}/pg_config`, `#!/bin/sh\n${answers.map((line) => `echo '${line}'\n`).join("")}`);
  chmodSync(join(root, BIN, "pg_config"), 0o755);
  for (const name of ["postgres", "initdb", "pg_dump"]) write(root, `${BIN}/${name}`, name);
  for (const name of ["citext", "dict_snowball", "dblink", "llvmjit"])
    write(root, `lib/postgresql/18/lib/${name}.so`, name);
  write(root, "lib/postgresql/18/lib/bitcode/citext/citext.bc", "bitcode");
  write(root, "lib/x86_64-linux-gnu/libssl.so.3", "library");
  for (const name of ["citext.control", "citext--1.6.sql", "dblink.control"])
    write(root, `share/postgresql/18/extension/${name}`, name);
  write(root, "share/postgresql/18/man/man1/psql.1", "manual");
  write(root, "share/postgresql/18/timezonesets/Default", "zones");
  write(root, "var/cache/en_us.dict", "words");
  mkdirSync(join(root, "share/postgresql/18/tsearch_data"));
  symlinkSync(join(root, "var/cache/en_us.dict"), join(root, "share/postgresql/18/tsearch_data/en_us.dict"));
  return join(root, BIN);
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "coppice-installed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

test("the copy of an installed PostgreSQL has its parts in their places, and of the extensions the allowed ones", async () => {
  const folder = makeFolder();
  const source = await findPostgres(layOut(join(folder, "usr")));
  expect(source.versionNum).toBe(180_007);
  const programs = await installBinaries(join(folder, "data"), source);
  const copy = join(folder, "data", "binaries", source.copyName);
  expect(programs).toBe(join(copy, BIN));
  expect(filesIn(copy)).toEqual([
    `${BIN}/initdb`,
    `${BIN}/postgres`,
    "lib/postgresql/18/lib/citext.so",
    "lib/postgresql/18/lib/dict_snowball.so",
    "lib/x86_64-linux-gnu/libssl.so.3",
    "share/postgresql/18/extension/citext--1.6.sql",
    "share/postgresql/18/extension/citext.control",
    "share/postgresql/18/timezonesets/Default",
    "share/postgresql/18/tsearch_data/en_us.dict",
  ]);
  expect(readFileSync(join(copy, "share/postgresql/18/tsearch_data/en_us.dict"), "utf8")).toBe("words");
});

test("an upgrade or a new extension makes a new copy beside the old one, which a start removes", async () => {
  const folder = makeFolder();
  const bin = layOut(join(folder, "usr"));
  const first = await installBinaries(join(folder, "data"), await findPostgres(bin));
  expect(await installBinaries(join(folder, "data"), await findPostgres(bin))).toBe(first);
  write(join(folder, "usr"), "lib/postgresql/18/lib/vector.so", "library");
  const changed = await findPostgres(bin);
  const second = await installBinaries(join(folder, "data"), changed);
  expect(second).not.toBe(first);
  expect(existsSync(first)).toBe(true);
  await removeOtherBinaries(join(folder, "data"), changed);
  expect(readdirSync(join(folder, "data", "binaries"))).toEqual([
    relative(join(folder, "data/binaries"), second).split("/")[0],
  ]);
});

test.each([
  {
    title: "a folder without PostgreSQL",
    spoil: (bin: string) => rmSync(join(bin, "initdb")),
    says: /has no initdb\. It must be the folder of PostgreSQL's programs, such as \/usr\/lib\/postgresql\/18\/bin/,
  },
  {
    title: "another major version",
    spoil: (bin: string) => {
      rmSync(join(bin, "../../../../share/postgresql/18/tsearch_data"), { recursive: true });
      layOut(join(bin, "../../../.."), "PostgreSQL 17.9");
    },
    says: /has PostgreSQL 17\.9, and Coppice needs version 18\.$/,
  },
  {
    title: "a pg_config that fails",
    spoil: (bin: string) => writeFileSync(join(bin, "pg_config"), "#!/bin/sh\nexit 3\n"),
    says: /pg_config failed/,
  },
])("$title is refused in one sentence", async ({ spoil, says }) => {
  const bin = layOut(makeFolder());
  spoil(bin);
  const refusal = await findPostgres(bin).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(OperatorError);
  expect(String(refusal)).toMatch(says);
});
