import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import { SERVICE } from "@/lib/core/service";
import "./globals.css";
// Next preloads the styles of notices of failures and of pages that are not found with every page, which would not use
// them.
import "@/components/site/button.module.css";
import "@/components/site/notice.module.css";
import "@/components/site/site-header.module.css";

export const metadata: Metadata = {
  title: {
    default: `${SERVICE.name}: Postgres that branches, and sign-in for your apps`,
    template: `%s · ${SERVICE.name}`,
  },
  description:
    "PostgreSQL databases with branches over an HTTP API, and a sign-in service for your apps, on your own machine.",
  icons: {
    icon: [
      { url: "/favicon.ico", sizes: "16x16 32x32" },
      { url: "/icons/icon.svg", type: "image/svg+xml" },
    ],
    apple: "/icons/apple-touch-icon.png",
  },
  manifest: "/manifest.webmanifest",
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfcfa" },
    { media: "(prefers-color-scheme: dark)", color: "#202422" },
  ],
};

export default async function RootLayout({ children }: LayoutProps<"/">) {
  // Every page carries the nonce of its own request: docs/decisions/001.
  await connection();
  return (
    // The dashboard's script sets the chosen colour scheme before React takes over; without scripts it is the system's.
    <html lang="en" data-mantine-color-scheme="light" suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
}
