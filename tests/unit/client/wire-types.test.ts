import type * as wire from "@coppice/auth";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import { SOCIAL_PROVIDERS } from "@/lib/core/ports/identity-providers";
import { PROJECT_ID_HEADER, SERVICE as SERVED } from "@/lib/core/service";
import type { PasskeyList } from "@/lib/sign-in/passkeys/resource";
import type { Session } from "@/lib/sign-in/sessions/resource";
import type { TrustedDevice } from "@/lib/sign-in/sessions/trusted-devices/list";
import type { EnabledMethods } from "@/lib/sign-in/social/methods";
import type * as organisations from "@/lib/sign-in/user-organisations/resource";
import type { AccountList } from "@/lib/sign-in/users/list-accounts";
import type { User } from "@/lib/sign-in/users/resource";
import { SERVICE } from "@/packages/client/src/service";

describe("the package's wire types", () => {
  it("match the service's schemas", () => {
    expectTypeOf<wire.User>().toEqualTypeOf<User>();
    expectTypeOf<wire.SessionRecord>().toEqualTypeOf<Session>();
    expectTypeOf<wire.Account>().toEqualTypeOf<z.infer<typeof AccountList>[number]>();
    expectTypeOf<wire.Passkey>().toEqualTypeOf<z.infer<typeof PasskeyList>[number]>();
    expectTypeOf<wire.TrustedDevice>().toEqualTypeOf<z.infer<typeof TrustedDevice>>();
    expectTypeOf<wire.ListedOrganization>().toEqualTypeOf<organisations.ListedOrganization>();
    expectTypeOf<wire.FullOrganization>().toEqualTypeOf<organisations.FullOrganization>();
    expectTypeOf<wire.ReceivedInvitation>().toEqualTypeOf<organisations.ReceivedInvitation>();
    expectTypeOf<wire.Methods>().toEqualTypeOf<EnabledMethods>();
    expectTypeOf<(typeof SOCIAL_PROVIDERS)[number]>().toExtend<wire.SocialProvider>();
  });

  it("are of the service of this name", () => {
    expect(SERVICE).toBe(SERVED.slug);
    expect(PROJECT_ID_HEADER).toBe(`x-${SERVICE}-project-id`);
    expect(SOCIAL_PROVIDERS).toHaveLength(6);
  });
});
