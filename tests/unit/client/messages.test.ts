import { globSync, readFileSync } from "node:fs";
import { de, describeFailure, en, fillIn, organizationsDe, organizationsEn } from "@coppice/auth/messages";
import { describe, expect, it } from "vitest";
import { SIGN_IN_ERRORS } from "@/lib/sign-in/errors";

const sources = globSync("packages/client/src/react/**/*.{ts,tsx}", { exclude: ["**/messages/**"] })
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");

describe("the texts of the components", () => {
  it("are all used", () => {
    const keys = Object.keys({ ...en, ...organizationsEn });
    const unused = keys.filter((key) => !key.startsWith("error.") && !sources.includes(`"${key}"`));
    // They are looked up by the role.
    const roles = ["organization.owner", "organization.admin", "organization.member"];
    expect(unused).toEqual(roles);
    expect(sources).toMatch(/organization\.\$\{role\}/);
  });

  it("take values as text, once", () => {
    expect(fillIn("{a} and {b} and {a}", { a: "{b}", b: "<i>" })).toBe("{b} and <i> and {b}");
    expect(fillIn("{missing} $& {constructor}", {})).toBe("{missing} $& {constructor}");
  });

  it("name a refusal by its own words, else by its kind, else by the service's", () => {
    const nameOf = (failure: Parameters<typeof describeFailure>[2]) => describeFailure(en, "en", failure);
    const wrong = { code: "invalid_credentials", message: "Invalid OTP" };
    expect(nameOf({ ...wrong, reason: "invalid_otp" })).toBe(en["error.invalid_otp"]);
    expect(nameOf({ ...wrong, reason: "new_on_the_wire" })).toBe(en["error.invalid_credentials"]);
    expect(nameOf({ code: "new_on_the_wire", message: "Something new" })).toBe(en["error.service_error"]);
    expect(nameOf({ code: "new_on_the_wire" })).toBe(en["error.service_error"]);
    expect(nameOf({ code: "rate_limited", retryAfterSeconds: 1 })).toContain("1 second.");
    expect(nameOf({ code: "rate_limited", retryAfterSeconds: 900 })).toContain("15 minutes.");
    expect(describeFailure(en, "de", { code: "rate_limited", retryAfterSeconds: 30 })).toContain("30 Sekunden.");
    expect(nameOf({ code: "invalid_origin", message: "Invalid origin" })).toContain("(invalid_origin)");
    const short = { code: "weak_password", reason: "password_too_short" };
    expect(nameOf(short)).toBe(en["error.weak_password"]);
    expect(describeFailure(en, "en", short, { minLength: 12 })).toContain("at least 12 characters");
    expect(nameOf({ code: "rate_limited" })).toBe(en["error.rate_limited_now"]);
    const forbidden = { code: "you_are_not_allowed_to_invite_users_to_this_organization", message: "Not allowed" };
    expect(describeFailure({ ...en, ...organizationsEn }, "en", forbidden)).toBe(organizationsEn["error.not_allowed"]);
    expect(nameOf(forbidden)).toBe(en["error.service_error"]);
  });

  it("SI-M2: never put the service's own English words before a reader of another language", () => {
    const texts = { ...de, ...organizationsDe };
    for (const [code, { message }] of Object.entries(SIGN_IN_ERRORS)) {
      expect(describeFailure(texts, "de", { code, message }), code).not.toContain(message);
    }
    const late = { code: "CHALLENGE_NOT_FOUND", message: "Challenge not found" };
    expect(describeFailure(texts, "de", late)).toBe(de["error.challenge_not_found"]);
  });
});
