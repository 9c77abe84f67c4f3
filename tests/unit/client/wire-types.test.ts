import type * as wire from "@coppice/auth";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { EnabledMethods } from "@/lib/auth/methods";
import type { PasskeyList } from "@/lib/auth/passkeys/resource";
import type { Session } from "@/lib/auth/sessions/resource";
import type { TrustedDevice } from "@/lib/auth/two-factor/list-trusted-devices";
import type { AccountList } from "@/lib/auth/users/list-accounts";
import type { User } from "@/lib/auth/users/resource";
import { SOCIAL_PROVIDERS } from "@/lib/projects/settings";
import { PROJECT_ID_HEADER, SERVICE as SERVED } from "@/lib/service";
import { SERVICE } from "@/packages/client/src/service";

describe("the package's wire types", () => {
  it("are what the service's schemas say", () => {
    expectTypeOf<wire.User>().toEqualTypeOf<User>();
    expectTypeOf<wire.SessionRecord>().toEqualTypeOf<Session>();
    expectTypeOf<wire.Account>().toEqualTypeOf<z.infer<typeof AccountList>[number]>();
    expectTypeOf<wire.Passkey>().toEqualTypeOf<z.infer<typeof PasskeyList>[number]>();
    expectTypeOf<wire.TrustedDevice>().toEqualTypeOf<z.infer<typeof TrustedDevice>>();
    expectTypeOf<wire.Methods>().toEqualTypeOf<EnabledMethods>();
    expectTypeOf<wire.SocialProvider>().toEqualTypeOf<(typeof SOCIAL_PROVIDERS)[number]>();
  });

  it("are of the service of this name", () => {
    expect(SERVICE).toBe(SERVED.slug);
    expect(PROJECT_ID_HEADER).toBe(`x-${SERVICE}-project-id`);
    expect(SOCIAL_PROVIDERS).toHaveLength(5);
  });
});
