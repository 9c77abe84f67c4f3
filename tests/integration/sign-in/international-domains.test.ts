import { expect, it } from "vitest";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { SignUpInput, signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { FindSsoQuery, findSsoForDomain } from "@/lib/sign-in/sso-domains/find";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { listUsersByOwner } from "@/lib/sign-in/users/list-by-owner";
import { ListUsersInput } from "@/lib/sign-in/users/list-input";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext, PASSWORD } from "@/tests/support/sign-in";
import { connect, makeSsoContext, operatorOf } from "@/tests/support/sso";
import { otherBrowser, send } from "@/tests/support/test-browser";

const TYPED = "ada@bücher.example";
const STORED = "ada@xn--bcher-kva.example";

it("SI-L11: a person is one user, however their domain is written", async () => {
  const ctx = await makeUserContext();
  const signUp = SignUpInput.parse({ name: "Ada", email: TYPED, password: PASSWORD });
  expect(await send(ctx, signUpWithPassword, signUp)).toMatchObject({ user: { email: STORED } });
  for (const email of [TYPED, STORED, "ADA@BÜCHER.example"]) {
    const done = await send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    expect(done).toMatchObject({ user: { email: STORED } });
  }
  const { member } = await ownersOf(ctx);
  const developer = await member("developer");
  const projectId = ctx.project.id;
  for (const search of [TYPED, STORED]) {
    const input = { ...ListUsersInput.parse({ search }), projectId };
    expect((await listUsersByOwner(developer, input)).items).toMatchObject([{ email: STORED }]);
  }
  expect(await findUserByOwner(developer, { projectId }, TYPED)).toMatchObject({ projectId });
});

it("SI-L11: a company's domain is one domain, however it is written", async () => {
  const ctx = await makeSsoContext();
  const { connection } = await connect(ctx, { domain: "xn--bcher-kva.example" });
  const address = { projectId: ctx.project.id, connectionId: connection.id };
  const { domains } = await addSsoDomain(operatorOf(ctx), { ...address, domain: "bücher.example" });
  expect(domains).toMatchObject([{ domain: "xn--bcher-kva.example" }]);
  for (const domain of ["bücher.example", "BÜCHER.example", "xn--bcher-kva.example"]) {
    const found = await findSsoForDomain(ctx, FindSsoQuery.parse({ domain }));
    expect(found.connection?.id).toBe(connection.id);
  }
});
