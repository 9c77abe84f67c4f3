import { expect, it } from "vitest";
import { guessSource } from "@/components/dashboard/projects/user-imports/guess-source";
import { MARKS } from "@/lib/sign-in/user-imports/file/recognise";

it.each([
  ["coppice", '{"id":"usr_1","email":"a@example.com","accounts":[{"providerId":"github"}]}\n{"localId":"x"}\n'],
  ["auth0", '\uFEFF{"user_id":"auth0|1","email":"a@example.com"}\n'],
  ["clerk", "id,first_name,primary_email_address,password_digest\n1,Ada,a@example.com,localId\n"],
  ["supabase", "instance_id,id,encrypted_password\n"],
  ["firebase", '{"users": [\n{\n"localId": "1"}\n]}'],
  ["auth0", '[{"email":"a@example.com","custom_password_hash":{}}]'],
  [null, " \n"],
])("%s is recognised by its first record", async (source, text) => {
  expect(await guessSource(new Blob([text]), MARKS)).toBe(source);
});
