import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { PUBLIC_KEY } from "@/app/dashboard/[organisationId]/key-forms";
import { INVITATIONS } from "@/app/dashboard/[organisationId]/member-forms";
import { ACCESS, EGRESS } from "@/app/dashboard/[organisationId]/projects/[projectId]/functions/forms";
import { EDITED_USER, METADATA, USER } from "@/app/dashboard/[organisationId]/projects/[projectId]/users/forms";
import { CLIENT } from "@/app/dashboard/[organisationId]/sso-forms";
import { filledForm, withChoices } from "@/components/ui/forms/filled-form";
import { FormFields } from "@/components/ui/forms/form-fields";
import { InlineForm } from "@/components/ui/forms/inline-form";
import OpenedForm from "@/components/ui/forms/opened-form";
import { RareField } from "@/components/ui/forms/rare-field";
import { refusedFields } from "@/components/ui/forms/refused-fields";
import { defineForm } from "@/lib/web/forms/define-form";
import type { Form } from "@/lib/web/forms/resource";

const shown = ({ fields }: Form, faults = {}) =>
  renderToStaticMarkup(
    <MantineProvider>
      <FormFields fields={fields} faults={faults} rare={RareField} />
    </MantineProvider>,
  );

/** The tag of the control with this name. */
const control = (html: string, name: string) => html.match(new RegExp(`<[^>]*\\bname="${name}"[^>]*>`))?.[0] ?? "";

describe("the fields of a form", () => {
  it("are there only while the field that they hang on has their value", () => {
    const link = shown(filledForm(USER.form, { sendPasswordLink: true }));
    expect(control(shown(USER.form), "password")).toContain('autoComplete="new-password"');
    expect(control(shown(USER.form), "locale")).toBe("");
    expect(control(link, "password")).toBe("");
    expect(control(link, "locale")).toContain("<select");
  });

  it("have their values, and the first of them the focus", () => {
    const html = shown(filledForm(EDITED_USER.form, { email: "ada@example.com", name: "Ada", emailVerified: true }));
    expect(control(html, "email")).toMatch(/type="email".*data-autofocus="true"|data-autofocus="true".*type="email"/);
    expect(control(html, "email")).toContain('value="ada@example.com"');
    expect(control(html, "name")).not.toContain("data-autofocus");
    expect(control(html, "emailVerified")).toContain("checked");
    const metadata = shown(filledForm(METADATA.form, { publicMetadata: { plan: "team" }, privateMetadata: {} }));
    expect(metadata).toContain("&quot;plan&quot;: &quot;team&quot;");
  });

  it("offer the choices of a member, each in sight with its note or with the note of the chosen one", () => {
    const radios = shown(withChoices(PUBLIC_KEY.form, "scope", ["read-write"]));
    expect(radios).toContain("Users sign in, sign up and manage their account.");
    expect(radios).not.toContain("Reads sessions and methods");
    const roles = shown(withChoices(INVITATIONS.form, "role", ["viewer", "developer"]));
    expect(roles).toContain("Developers can change databases and their data, and create API keys.");
    expect(roles).toMatch(/<option value="viewer">Viewer<\/option><option value="developer" selected="">/);
    expect(roles).not.toContain("Owner");
  });

  it("are plain in a page itself, and a choice that others hang on waits for scripts", () => {
    const page = (form: Form) =>
      renderToStaticMarkup(
        <MantineProvider>
          <InlineForm form={form} action={async () => ({ isDone: true, value: null })} />
        </MantineProvider>,
      );
    const list = page(filledForm(EGRESS.form, { mode: "list", hosts: ["api.stripe.com", "example.com"] }));
    expect(list).toMatch(/<textarea[^>]*>api\.stripe\.com\nexample\.com<\/textarea>/);
    expect(list).toContain('aria-label="Network"');
    expect(control(list, "mode")).toContain("disabled");
    expect(control(page(filledForm(EGRESS.form, { mode: "none" })), "hosts")).toBe("");
    const access = page(filledForm(ACCESS.form, { access: "server", webAddress: true }));
    expect(control(access, "access")).not.toContain("disabled");
    expect(access).toMatch(/<option value="server" selected="">Your servers alone/);
    expect(() => page(PUBLIC_KEY.form)).toThrow("No field of the kind radios");
  });

  it("say a refusal at its field, as an alert", () => {
    const html = shown(USER.form, { password: "The password is too short." });
    expect(html).toMatch(/role="alert"[^>]*>The password is too short\.</);
    expect(html.match(/role="alert"/g)).toHaveLength(1);
  });

  it("show a text that can't be changed, and give the focus to the next one", () => {
    const words = { title: "Set", submit: "Set" };
    const text = (label: string) => z.string().meta({ form: { label } });
    const { form } = defineForm(z.object({ name: text("Name"), value: text("Value") }), words);
    const fields = form.fields.map((field) => ({ ...field, isFixed: field.name === "name" }));
    const html = shown({ ...form, fields });
    expect(control(html, "name").toLowerCase()).toContain("readonly");
    expect(control(html, "value")).toContain("data-autofocus");
  });

  it("are sent only once the text is typed that confirms something that can't be undone", () => {
    const dialog = (toType?: string) =>
      renderToStaticMarkup(
        <MantineProvider>
          <OpenedForm
            form={{ title: "Delete folder", submit: "Delete folder", isDestructive: true, fields: [] }}
            action={async () => ({ isDone: true, value: null })}
            close={() => undefined}
            {...(toType !== undefined && { toType })}
          />
        </MantineProvider>,
      );
    const button = (html: string) => html.match(/<button[^>]*type="submit"[^>]*>/)?.[0];
    expect(dialog("photos/")).toContain("Type photos/ to confirm");
    expect(button(dialog("photos/"))).toContain("data-disabled");
    expect(button(dialog())).not.toContain("data-disabled");
  });

  it("say a refusal of a part of an input at the field of that name", () => {
    const details = [{ path: "oidc.issuer", message: "Enter the issuer." }];
    const refused = (form: Form) => refusedFields(form, { isDone: false, message: "Enter the issuer.", details });
    expect(refused(CLIENT.form)).toEqual({ faults: { issuer: "Enter the issuer." }, message: null });
    expect(refused(USER.form)).toEqual({ faults: {}, message: "Enter the issuer." });
  });
});
