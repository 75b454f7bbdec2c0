declare module "bidi-js" {
  interface Bidi {
    /** A level for each code unit; an odd one is read from right to left. */
    getEmbeddingLevels(text: string, baseDirection?: "ltr" | "rtl" | "auto"): { readonly levels: Uint8Array };
    /**
     * The sign that stands for a bracket or an arrow in text that is read from the right; null: it
     * has none.
     */
    getMirroredCharacter(sign: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
