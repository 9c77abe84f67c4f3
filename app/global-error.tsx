"use client";

import { FailureNotice } from "@/components/site/failure-notice";
import "./globals.css";

/** Stands in for the root layout when that itself fails. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>Something went wrong</title>
      </head>
      <body>
        <FailureNotice error={error} retry={retry} />
      </body>
    </html>
  );
}
