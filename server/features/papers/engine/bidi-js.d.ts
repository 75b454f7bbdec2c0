declare module "bidi-js" {
  interface Bidi {
    /** A level for each code unit; odd levels read from right to left. */
    getEmbeddingLevels(text: string, baseDirection?: "ltr" | "rtl" | "auto"): { readonly levels: Uint8Array };
    /** The mirrored form of a bracket or an arrow for right-to-left text; null if it has none. */
    getMirroredCharacter(sign: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
