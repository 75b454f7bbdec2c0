import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";

export type Weight = "regular" | "semibold";
export type Face = `${Script}-${Weight}`;
export type Script = "inter" | "armenian" | "georgian" | "hebrew" | "arabic" | "devanagari" | "han";

/** Resolves packages beside the bundled server as well as beside the source. */
const { resolve } = createRequire(import.meta.url);

/**
 * Inter has Latin, Greek and Cyrillic; Noto has the other scripts of people's names. The OFL
 * licence allows embedding all of them.
 */
const FILES: Record<Face, string> = {
  "inter-regular": "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  "inter-semibold": "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
  "armenian-regular": "@fontsource/noto-sans-armenian/files/noto-sans-armenian-armenian-400-normal.woff",
  "armenian-semibold": "@fontsource/noto-sans-armenian/files/noto-sans-armenian-armenian-600-normal.woff",
  "georgian-regular": "@fontsource/noto-sans-georgian/files/noto-sans-georgian-georgian-400-normal.woff",
  "georgian-semibold": "@fontsource/noto-sans-georgian/files/noto-sans-georgian-georgian-600-normal.woff",
  "hebrew-regular": "@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf",
  "hebrew-semibold": "@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf",
  "arabic-regular": "@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf",
  "arabic-semibold": "@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf",
  "devanagari-regular": "@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf",
  "devanagari-semibold": "@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf",
  "han-regular": "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
  "han-semibold": "@expo-google-fonts/noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf",
};

/**
 * The letters that select a script's font, so that the ten megabytes of Han are opened only for Han
 * text.
 */
const LETTERS: readonly (readonly [Script, RegExp])[] = [
  ["armenian", /\p{Script=Armenian}/u],
  ["georgian", /\p{Script=Georgian}/u],
  ["hebrew", /\p{Script=Hebrew}/u],
  ["arabic", /\p{Script=Arabic}|[\u060c\u061b\u061f\u0640\u064b-\u0655]/u],
  ["devanagari", /\p{Script=Devanagari}|[\u0964\u0965]/u],
  ["han", /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Bopomofo}|[\u3000-\u303f\u30fc]/u],
];

const opened = new Map<Script, Font>();

/**
 * The regular face of a script, opened once for the life of the process. Both faces have equal sets
 * of letters.
 */
function fontOf(script: Script): Font {
  let font = opened.get(script);
  if (!font) {
    font = create(readFileSync(resolve(FILES[`${script}-regular`]))) as Font;
    opened.set(script, font);
  }
  return font;
}

const known = new Map<string, Script | null>();

/** The script whose font has a glyph for the letter; null: no font has one. */
export function scriptOf(letter: string): Script | null {
  const before = known.get(letter);
  if (before !== undefined) return before;
  const script = LETTERS.find(([, letters]) => letters.test(letter))?.[0] ?? "inter";
  const found = fontOf(script).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? script : null;
  known.set(letter, found);
  return found;
}

/** True if the script's font has a glyph for a mark or sign that belongs to no script. */
export const hasGlyph = (script: Script, letter: string): boolean => fontOf(script).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

/** A face as its file's bytes, or as a path that is read when the face is first used. */
export type Fonts = ReadonlyMap<Face, Buffer | string>;

const READ_AT_ONCE = /^(inter|armenian|georgian)-/;

let loading: Promise<Fonts> | undefined;

/**
 * Loads all faces. The faces of nearly every document are read once for the life of the process:
 * 750 kB. A document embeds only the letters that it uses.
 */
export function loadFonts(): Promise<Fonts> {
  loading ??= Promise.all(
    Object.entries(FILES).map(async ([face, file]) => {
      const path = resolve(file);
      return [face as Face, READ_AT_ONCE.test(face) ? await readFile(path) : path] as const;
    }),
  ).then(
    (entries) => new Map(entries),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
