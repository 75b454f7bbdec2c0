/** Returns PRODUCT_NAME, which the server writes into the page. */
export const productName = (): string => document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || "Tiltrod";

/** Draws the logo of public/favicon.svg in the colour of the surrounding text. */
export function Mark({ className = "size-6" }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className} fill="none" stroke="currentColor" strokeWidth="2.5">
      <rect x="5" y="2.5" width="22" height="27" rx="2.5" />
      <path d="M10.5 10.4l11-2.2M10.5 17.1l11-2.2M10.5 23.8l11-2.2" strokeLinecap="round" />
    </svg>
  );
}
