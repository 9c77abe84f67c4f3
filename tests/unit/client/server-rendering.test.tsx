import {
  AuthProvider,
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
function render(element: ReactNode): string {
  return renderToString(<AuthProvider value={fakeService({}).connect()}>{element}</AuthProvider>);
}

const panel = (props: SignInPanelProps) => render(<SignInPanel providers={[]} {...props} />);

describe("what the panel offers", () => {
  const policy = {
    maxLength: 128,
    requireUppercase: false,
    requireLowercase: false,
    requireDigit: false,
    requireSymbol: false,
  };
  const project = (off: Partial<Record<"password" | "signUp" | "magicLink" | "emailOtp" | "passkey", false>>) => ({
    methods: { password: true, signUp: true, magicLink: true, emailOtp: true, passkey: true, twoFactor: true, ...off },
    providers: ["google" as const],
    passwordPolicy: { minLength: 12, ...policy },
  });
  const all = { showEmailPassword: true, showMagicLink: true, showPasskey: true, showSignUp: true };

  it("is what the project has on and the app does not hide", () => {
    const whole = { ...all, providers: ["google"], passwordMinLength: 12 };
    expect(offerOf({}, project({}))).toEqual(whole);
    expect(offerOf(all, project({ password: false }))).toEqual({ ...whole, showEmailPassword: false });
    expect(offerOf({}, project({ signUp: false, passkey: false }))).toEqual({
      ...whole,
      showSignUp: false,
      showPasskey: false,
    });
    expect(offerOf({}, project({ emailOtp: false }))).toEqual(whole);
    expect(offerOf({}, project({ emailOtp: false, magicLink: false }))).toEqual({ ...whole, showMagicLink: false });
    expect(offerOf({ providers: [], showPasskey: false, passwordMinLength: 15 }, project({}))).toEqual({
      ...whole,
      providers: [],
      showPasskey: false,
      passwordMinLength: 15,
    });
  });

  it("is everything but providers until the project has answered", () => {
    expect(offerOf({}, null)).toEqual({ ...all, providers: [], passwordMinLength: undefined });
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

  it("show what a posted form was refused for, by the wire's code", () => {
    const html = panel({ failure: { code: "INVALID_EMAIL_OR_PASSWORD" } });
    expect(html).toContain("The email address or password is incorrect.");
    expect(html).toContain('aria-invalid="true"');
  });

  it("hide what is not offered", () => {
    const all = panel({ providers: ["github"], actions: { social: "/auth/p_1/social" } });
    expect(all).toContain("Continue with GitHub");
    expect(all).toContain('<a href="/auth/p_1/social/github"');
    const bare = panel({ showMagicLink: false, showSignUp: false });
    expect(bare).not.toContain("Continue with");
    expect(bare).not.toContain("Email me");
    expect(bare).not.toContain("Sign up");
    expect(panel({ showEmailPassword: false })).not.toContain('type="password"');
  });

  it("ask for a code in one field with the browser's help", () => {
    const html = render(
      <TwoFactorChallenge action="/forms/two-factor" messages={{ "twoFactor.title": "Zweiter Schritt" }} />,
    );
    expect(html).toContain('autoComplete="one-time-code"');
    expect(html).toContain('inputMode="numeric"');
    expect(html).toContain("Zweiter Schritt");
  });

  it("draw the QR code as an SVG", () => {
    const totpURI = "otpauth://totp/Shop:ada%40example.com?secret=6PA7WOA47H43ISMG&issuer=Shop";
    const html = render(<TwoFactorSetup setup={{ totpURI, backupCodes: [] }} />);
    expect(html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="QR code for your authenticator app"/);
    expect(html).toContain("6PA7 WOA4 7H43 ISMG");
  });
});
