import type { FullOrganization, ListedOrganization, OrganizationRole, ReceivedInvitation } from "@coppice/auth";
import { AuthProvider } from "@coppice/auth/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { isAllowed, ORGANISATION_ROLES } from "@/lib/sign-in/user-organisations/roles";
import { TextsProvider } from "@/packages/client/src/react/auth-provider";
import { organizationsDe } from "@/packages/client/src/react/messages/organizations/de";
import { organizationsEn } from "@/packages/client/src/react/messages/organizations/en";
import { nextItem } from "@/packages/client/src/react/organizations/menu";
import { Received } from "@/packages/client/src/react/organizations/menu-items";
import { rightsOf } from "@/packages/client/src/react/organizations/rights";
import { OrganizationSections } from "@/packages/client/src/react/organizations/sections";
import { SLUG_PATTERN, slugOf } from "@/packages/client/src/react/organizations/slug-of";
import { OrganizationMenu } from "@/packages/client/src/react/organizations/switcher";
import { fakeService, USER } from "./fake-service";

const at = "2026-01-01T12:00:00.000Z";
const ACME: ListedOrganization = {
  ...{ id: "uorg_1", name: "Acme", slug: "acme", logo: null, metadata: null, createdAt: at, role: "owner" },
};
const member = (role: OrganizationRole, userId: string) => ({
  ...{ id: `umem_${userId}`, organizationId: ACME.id, userId, role, createdAt: at },
  user: { id: userId, name: `${role} person`, email: `${role}@example.com`, image: null },
});
const invitation = (status: ReceivedInvitation["status"], expiresAt: string): ReceivedInvitation => ({
  ...{ id: "uinv_1", organizationId: ACME.id, email: `${status}@example.com`, role: "owner", status },
  ...{ inviterId: "usr_o", expiresAt, createdAt: at, inviterEmail: "owner@example.com" },
  ...{ organizationName: "Acme", organizationSlug: "acme" },
});
const FULL: FullOrganization = {
  ...ACME,
  members: [member("owner", "usr_o"), member("admin", "usr_a"), member("member", "usr_m")],
  invitations: [invitation("pending", "2999-01-01T00:00:00.000Z"), invitation("canceled", "2999-01-01T00:00:00.000Z")],
};

/** As on a server: the view before anything was pressed. */
function render(element: ReactNode, messages = {}): string {
  return renderToString(
    <AuthProvider value={fakeService({}).connect()} messages={messages}>
      <TextsProvider base={organizationsEn}>{element}</TextsProvider>
    </AuthProvider>,
  ).replaceAll("<!-- -->", "");
}

const nothing = async () => undefined;
const sections = (role: OrganizationRole, userId: string, more = {}) =>
  render(<OrganizationSections organization={FULL} role={role} userId={userId} onChanged={nothing} {...more} />);
/** The names of the buttons. */
const buttonsOf = (html: string) =>
  [...html.matchAll(/<button([^>]*)>([^<]*)</g)].map(
    ([, attributes = "", text]) => /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? text,
  );

describe("a role's actions in the profile", () => {
  it.each(ORGANISATION_ROLES)("has the permissions of the service: %s", (role) => {
    const { updates, gives, deletes } = rightsOf(role);
    expect(updates).toBe(isAllowed(role, { organization: ["update"] }));
    expect(deletes).toBe(isAllowed(role, { organization: ["delete"] }));
    expect(gives.length > 0).toBe(isAllowed(role, { member: ["update", "delete"], invitation: ["create", "cancel"] }));
    expect(gives.includes("owner")).toBe(role === "owner");
  });

  it("is offered to an owner", () => {
    expect(buttonsOf(sections("owner", "usr_o"))).toEqual([
      "Save",
      "Change role: owner person",
      ...["Change role: admin person", "Remove: admin person", "Change role: member person", "Remove: member person"],
      ...["Send invitation", "Send again: pending@example.com", "Revoke: pending@example.com"],
      ...["Leave organisation", "Delete organisation"],
    ]);
  });

  it("is offered to an admin, who neither makes, changes nor invites owners", () => {
    const html = sections("admin", "usr_a");
    expect(buttonsOf(html)).toEqual([
      ...["Save", "Change role: admin person", "Change role: member person", "Remove: member person"],
      ...["Send invitation", "Revoke: pending@example.com", "Leave organisation"],
    ]);
    expect(html).not.toContain('<option value="owner"');
  });

  it("is leaving alone for a member, who sees everybody", () => {
    const html = sections("member", "usr_m");
    expect(buttonsOf(html)).toEqual(["Leave organisation"]);
    for (const role of ORGANISATION_ROLES) expect(html).toContain(`${role} person`);
    expect(html).toContain("pending@example.com");
    expect(html).not.toContain("canceled@example.com");
    expect(html).not.toMatch(/ style=|<script|<style/);
  });

  it("is shown by the parts that the app wants", () => {
    expect(buttonsOf(sections("owner", "usr_o", { sections: ["leave"] }))).toEqual(["Leave organisation"]);
  });
});

describe("the switcher", () => {
  const menu = (more: object, messages = {}) =>
    render(
      <OrganizationMenu
        user={{ ...USER, publicMetadata: {} }}
        organizations={[ACME]}
        invitations={[]}
        activeId={null}
        onChoose={() => {}}
        onJoin={() => {}}
        onDecline={() => {}}
        onOpen={() => {}}
        {...more}
      />,
      messages,
    );
  const labelOf = (html: string) => /aria-label="([^"]*)"/.exec(html)?.[1];

  it("says where the user works, and which invitations wait", () => {
    expect(labelOf(menu({}))).toBe("Organisation: Personal account");
    expect(labelOf(menu({ showPersonal: false }))).toBe("Organisation: Choose an organisation");
    expect(labelOf(menu({ activeId: ACME.id }))).toBe("Organisation: Acme");
    const waiting = [invitation("pending", at)];
    expect(labelOf(menu({ activeId: ACME.id, invitations: waiting }))).toBe(
      "Organisation: Acme, Invitations for you: 1",
    );
    expect(menu({})).toContain('aria-haspopup="menu"');
  });

  it("speaks the language of the provider, and English where it has none", () => {
    expect(labelOf(menu({}, organizationsDe))).toBe("Organisation: Persönliches Konto");
  });

  it("names the inviter", () => {
    const html = render(<Received {...invitation("pending", at)} onJoin={() => {}} onDecline={() => {}} />);
    expect(html).toContain('aria-label="Acme, invited by owner@example.com"');
    expect(buttonsOf(html)).toEqual(["Join Acme", "Decline Acme"]);
  });

  it("is walked through by keys", () => {
    const items = ["Personal account", "Acme", "Analytical Engines", "Create"].map((textContent) => ({ textContent }));
    const [personal, acme, engines, create] = items;
    const next = (index: number, key: string) => nextItem(items, index, key);
    expect([next(0, "ArrowDown"), next(3, "ArrowDown"), next(0, "ArrowUp"), next(2, "ArrowUp")]).toEqual([
      ...[acme, personal, create, acme],
    ]);
    expect([next(2, "Home"), next(0, "End"), next(-1, "ArrowUp"), next(-1, "ArrowDown")]).toEqual([
      ...[personal, create, create, personal],
    ]);
    expect([next(0, "a"), next(1, "A"), next(2, "a"), next(0, "x"), next(0, "Tab"), next(0, " ")]).toEqual([
      ...[acme, engines, acme, undefined, undefined, undefined],
    ]);
  });
});

describe("a short name", () => {
  it("is proposed for a name, as the service takes it", () => {
    expect(slugOf("  Crème Brûlée & Söhne GmbH ")).toBe("creme-brulee-sohne-gmbh");
    expect(slugOf("株式会社")).toBe("");
    expect(slugOf(`${"a".repeat(63)} b`)).toBe("a".repeat(63));
    for (const name of ["Acme", "A--B", "_x_", "Ünit 7"]) {
      expect(slugOf(name)).toMatch(new RegExp(`^(?:${SLUG_PATTERN})$`, "v"));
    }
  });
});
