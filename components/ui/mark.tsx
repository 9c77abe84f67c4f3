/** The mark of the product: a stool with three shoots, as a coppiced tree has. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M6 27h20" />
      <path d="M16 27V6" />
      <path d="M13 27c0-7-1-11-6-15" />
      <path d="M19 27c0-7 1-11 6-15" />
    </svg>
  );
}
