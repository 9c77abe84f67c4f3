import { describe, expect, it } from "vitest";
import { maskSecrets } from "@/lib/sql/grammar/mask";

describe("secrets in the texts of history", () => {
  it.for([
    [
      "alter role x with encrypted password 's3cret' valid until 'infinity'",
      "alter role x with encrypted password '•••' valid until 'infinity'",
    ],
    ["create role é😀 password $$s3cret$$", "create role é😀 password '•••'"],
    [
      "create user mapping for u server s options (user 's3cret', password 's3cret')",
      "create user mapping for u server s options (user '•••', password '•••')",
    ],
    ["alter server s options (set host 's3cret')", "alter server s options (set host '•••')"],
    [
      "create subscription s connection 'host=h password=s3cret' publication p",
      "create subscription s connection '•••' publication p",
    ],
    [
      "insert into u values ('ann', crypt('s3cret', gen_salt('bf')))",
      "insert into u values ('ann', crypt('•••', gen_salt('•••')))",
    ],
    ["select public.pgp_sym_encrypt('data'::text, E's3c\\'ret')", "select public.pgp_sym_encrypt('•••'::text, '•••')"],
    ["set app.jwt_secret = 's3cret'", "set app.jwt_secret = '•••'"],
    ["select set_config('app.password', 's3cret', false)", "select set_config('•••', '•••', false)"],
    ["do $$ begin execute 'alter role x password ''s3cret'''; end $$", "do '•••'"],
    ["selec 'x'; alter role x password 's3cret'", "selec '•••'; alter role x password '•••'"],
    ["alter role x password 's3cret", "alter role x password '•••'"],
  ] as const)("%s", async ([text, masked]) => {
    expect(await maskSecrets(text)).toBe(masked);
    expect(await maskSecrets(text, { isReadable: true })).toBe(masked);
    expect(masked).not.toContain("s3c");
  });

  it("are all that is masked", async () => {
    const text = "select 'password'; update t set a = 'x' where b = 'alter role x password ''y''' -- password 'z'";
    expect(await maskSecrets(text)).toBe(text);
  });
});
