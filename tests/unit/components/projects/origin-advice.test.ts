import { expect, it } from "vitest";
import { adviseOnOrigin } from "@/components/dashboard/projects/origin-advice";

it.each(["https://app.example.com", "http://localhost:3000", "http://127.0.0.1:5173", "https://app.example.com:8443"])(
  "has nothing against %s",
  (text) => expect(adviseOnOrigin(text)).toBeNull(),
);

it.each([
  ["app.example.com", "https://app.example.com", /begins with https/],
  ["localhost:3000", "http://localhost:3000", /begins with https/],
  ["https://app.example.com/welcome?a=b", "https://app.example.com", /no path/],
  ["https://App.Example.com/", "https://app.example.com", /lower case/],
  ["https://app.example.com:443", "https://app.example.com", /as browsers send it/],
  ["http://app.example.com", "https://app.example.com", /Use https/],
  ["https://*.example.com", null, /Wildcards/],
  ["ftp://app.example.com", null, /such as/],
])("names the fault of %s, and the probable intention", (text, better, message) => {
  expect(adviseOnOrigin(text)).toEqual({ message: expect.stringMatching(message), better });
});
