import type { Methods } from "@coppice/auth";
import {
  AuthProvider,
  EmailCodeForm,
  ResetPasswordForm,
  SignInPanel,
  type SignInPanelProps,
  TwoFactorChallenge,
  TwoFactorSetup,
} from "@coppice/auth/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { offerOf } from "@/packages/client/src/react/use-offer";
import { fakeService } from "./fake-service";

/** As on a server: no window, and no request is answered. */
function render(element: ReactNode, initialMethods?: Methods): string {
  return renderToString(
    <AuthProvider value={fakeService({}).connect()} {...(initialMethods && { initialMethods })}>
      {element}
    </AuthProvider>,
  );
}

const panel = (props: SignInPanelProps) => render(<SignInPanel providers={[]} {...props} />);

type Off = Partial<Record<keyof Methods["methods"], false>>;

const projectWith = (off: Off): Methods => ({
  methods: {
    ...{ password: true, signUp: true, magicLink: true, emailOtp: true, passkey: true, twoFactor: true, sso: true },
    ...off,
  },
  providerNames: {},
  providers: ["google"],
  organizations: { enabled: false, canCreate: false },
  passwordPolicy: {
    ...{ minLength: 12, maxLength: 128 },
    ...{ requireUppercase: false, requireLowercase: false, requireDigit: false, requireSymbol: false },
  },
  brand: {
    ...{ name: "Shop", logoUrl: null, radius: 8, appearance: "system", termsUrl: null, privacyUrl: null },
    ...{ accentColor: "#1f6feb", onAccentColor: "#ffffff", accentTextColor: { light: "#1f6feb", dark: "#1f6feb" } },
  },
});

describe("the panel's offer", () => {
  const all = { showEmailPassword: true, showMagicLink: true, showPasskey: true, showSignUp: true, showSso: true };

  it("has the project's methods that the app does not hide", () => {
    const whole = { ...all, providers: ["google"] };
    expect(offerOf({}, projectWith({}))).toEqual(whole);
    expect(offerOf(all, projectWith({ password: false }))).toEqual({ ...whole, showEmailPassword: false });
    expect(offerOf({}, projectWith({ signUp: false, passkey: false }))).toEqual({
      ...whole,
      showSignUp: false,
      showPasskey: false,
    });
    expect(offerOf({}, projectWith({ emailOtp: false }))).toEqual(whole);
    expect(offerOf({}, projectWith({ emailOtp: false, magicLink: false }))).toEqual({ ...whole, showMagicLink: false });
    expect(offerOf({ providers: [], showPasskey: false }, projectWith({}))).toEqual({
      ...whole,
      providers: [],
      showPasskey: false,
    });
  });

  it("is everything but providers and single sign-on until the project has answered", () => {
    expect(offerOf({}, null)).toEqual({ ...all, providers: [], showSso: false });
  });

  it("is a company's sign-in alone for an address whose company requires it", () => {
    const company = { defaultEmail: "ada@acme.example", redirectTo: "https://app.example.com/" };
    const connection = { id: "sso_4k9x2m7q1w8e5r3t6y0u", name: "Acme" };
    const page = (required: boolean) =>
      render(<SignInPanel {...company} defaultConnection={{ ...connection, required }} />, projectWith({}));
    for (const required of [true, false]) {
      expect(page(required)).toContain("Continue with Acme");
      expect(page(required)).toContain(`/sso/${connection.id}?redirect_to=`);
      expect(page(required).includes('type="password"')).toBe(!required);
      expect(page(required).includes("Email me a link")).toBe(!required);
    }
    expect(render(<SignInPanel />, projectWith({ sso: false }))).not.toContain("Single sign-on");
  });
});

describe("the project's settings, where the page knows them", () => {
  it("decide the text about the mail's content, and whether there is a field for a code", () => {
    const said = (off: Off) => {
      const methods = projectWith(off);
      const button = /Email me a [a-z ]+/.exec(render(<SignInPanel />, methods))?.[0];
      const sent = render(<EmailCodeForm email="ada@example.com" />, methods);
      return [button, /sent it a [a-z ]+/.exec(sent)?.[0], sent.includes("one-time-code")];
    };
    expect(said({})).toEqual(["Email me a link and a code", "sent it a link and a code", true]);
    expect(said({ magicLink: false })).toEqual(["Email me a code", "sent it a code", true]);
    expect(said({ emailOtp: false })).toEqual(["Email me a link", "sent it a link", false]);
  });

  it("say how long a new password must be, beside its field and where it was refused", () => {
    const methods = projectWith({});
    for (const form of [<SignInPanel key="up" mode="sign-up" />, <ResetPasswordForm key="reset" token="x" />]) {
      expect(render(form, methods)).toContain("At least 12 characters");
      expect(render(form)).not.toContain("At least");
    }
    const refused = render(<ResetPasswordForm token="x" failure={{ code: "PASSWORD_TOO_SHORT" }} />, methods);
    expect(refused).toContain("must have at least 12 characters");
    expect(render(<ResetPasswordForm token="x" passwordMinLength={15} />, methods)).toContain("At least 15 characters");
  });
});

describe("the components on a server", () => {
  it("are forms that post by themselves", () => {
    const html = panel({
      actions: { signIn: "/forms/sign-in", magicLink: "/forms/magic-link" },
      hiddenFields: { redirect_to: 'https://app.example.com/"><script>' },
      defaultEmail: "ada@example.com",
    });
    expect(html).toContain('action="/forms/sign-in" method="post"');
    expect(html).toContain('formAction="/forms/magic-link"');
    expect(html).toContain('name="redirect_to" value="https://app.example.com/&quot;&gt;&lt;script&gt;"');
    expect(html).toContain('value="ada@example.com"');
    expect(html).toContain('autoComplete="username webauthn"');
    expect(html).toContain('autoComplete="current-password"');
    expect(html).not.toMatch(/ style=|<script|<style/);
  });

  it("never send a password in an address", () => {
    for (const html of [panel({}), panel({ mode: "sign-up" })]) {
      for (const [form] of html.matchAll(/<form[^>]*>.*?<\/form>/g)) {
        if (form.includes('type="password"')) expect(form).toMatch(/^<form[^>]* method="post"/);
      }
    }
  });

  it("show the refusal of a posted form, by the wire's code", () => {
    const html = panel({ failure: { code: "INVALID_EMAIL_OR_PASSWORD" } });
    expect(html).toContain("The email address or password is incorrect.");
    expect(html).toContain('aria-invalid="true"');
  });

  it("hide methods that are not offered", () => {
    const all = panel({ providers: ["github"], actions: { social: "/auth/p_1/social" } });
    expect(all).toContain("Continue with GitHub");
    expect(all).toContain('<a href="/auth/p_1/social/github"');
    const bare = panel({ showMagicLink: false, showSignUp: false });
    expect(bare).not.toContain("Continue with");
    expect(bare).not.toContain("Email me");
    expect(bare).not.toContain("Sign up");
    expect(panel({ showEmailPassword: false })).not.toContain('type="password"');
  });

  it("3.8: ask for a code in one field with the browser's help, which takes it in groups as well", () => {
    const html = render(
      <TwoFactorChallenge action="/forms/two-factor" messages={{ "twoFactor.title": "Zweiter Schritt" }} />,
    );
    expect(html).toContain('autoComplete="one-time-code"');
    expect(html).toContain('inputMode="numeric"');
    expect(html.match(/<input data-part="input"/g)).toHaveLength(1);
    expect(html).not.toMatch(/maxLength/i);
    const pattern = new RegExp(`^(?:${/pattern="([^"]+)"/.exec(html)?.[1]})$`, "v");
    for (const typed of ["123456", "123 456", " 123-456 ", "١٢٣٤٥٦"]) expect(typed).toMatch(pattern);
    for (const typed of ["12345", "12345678"]) expect(typed).not.toMatch(pattern);
    expect(html).toContain("Zweiter Schritt");
  });

  it("draw the QR code as an SVG", () => {
    const totpURI = "otpauth://totp/Shop:ada%40example.com?secret=6PA7WOA47H43ISMG&issuer=Shop";
    const html = render(<TwoFactorSetup setup={{ totpURI, backupCodes: [] }} />);
    expect(html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="QR code for your authenticator app"/);
    expect(html).toContain("6PA7 WOA4 7H43 ISMG");
  });
});
