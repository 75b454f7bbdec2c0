/** PRODUCT_NAME, as the server wrote it into the page. */
export const productName = (): string => document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || "Tiltrod";
