import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

export type Weight = "regular" | "semibold";
export type Face = `${Script}-${Weight}`;
type Script = "inter" | "armenian" | "georgian";

/** Found where they are installed, from the bundled server as well as from the source. */
const { resolve } = createRequire(import.meta.url);

/**
 * Inter holds Latin, Greek and Cyrillic; Noto brings two more European alphabets. All may be
 * embedded (OFL).
 */
const FILES: Record<Face, string> = {
  "inter-regular": "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  "inter-semibold": "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
  "armenian-regular": "@fontsource/noto-sans-armenian/files/noto-sans-armenian-armenian-400-normal.woff",
  "armenian-semibold": "@fontsource/noto-sans-armenian/files/noto-sans-armenian-armenian-600-normal.woff",
  "georgian-regular": "@fontsource/noto-sans-georgian/files/noto-sans-georgian-georgian-400-normal.woff",
  "georgian-semibold": "@fontsource/noto-sans-georgian/files/noto-sans-georgian-georgian-600-normal.woff",
};

const SCRIPTS: readonly { readonly script: Script; readonly letters: RegExp }[] = [
  { script: "armenian", letters: /\p{Script=Armenian}/u },
  { script: "georgian", letters: /\p{Script=Georgian}/u },
];

export const scriptOf = (letter: string): Script => SCRIPTS.find(({ letters }) => letters.test(letter))?.script ?? "inter";

export type Fonts = ReadonlyMap<Face, Buffer>;

let loading: Promise<Fonts> | undefined;

/** All of them, read once for the life of the process: 750 kB. A document embeds the letters that it uses. */
export function loadFonts(): Promise<Fonts> {
  loading ??= Promise.all(Object.entries(FILES).map(async ([face, file]) => [face as Face, await readFile(resolve(file))] as const)).then(
    (entries) => new Map(entries),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
