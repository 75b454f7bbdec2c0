import PDFDocument from "pdfkit";
import { partsAtPostcodes } from "#shared/domain/trade/place.ts";
import { inVisualOrder } from "./bidi.ts";
import { type Face, hasGlyph, type Script, scriptOf, type Weight } from "./fonts.ts";
import { printable } from "./printable-text.ts";

/**
 * Shapes each text once. pdfkit would do it three times, twice for a width that only links and
 * underlines need.
 */
export class Pdf extends PDFDocument {
  /** The width of the text that is being drawn. */
  drawnWidth: number | undefined;

  override widthOfString(...text: Parameters<PDFKit.PDFDocument["widthOfString"]>): number {
    return this.drawnWidth ?? super.widthOfString(...text);
  }
}

export interface Style {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly align?: "left" | "right";
  /**
   * Digits of equal width align in columns. Texts with a hyphen are excluded, because the hyphen
   * would receive that width too.
   */
  readonly tabular?: boolean;
  /** The distance between two baselines, in font sizes. */
  readonly leading?: number;
}

interface Run {
  readonly face: Face;
  readonly text: string;
  readonly width: number;
  /** Right-to-left runs are shaped as a whole, never word by word. */
  readonly isRightToLeft: boolean;
}

/** A line of text that is ready to be drawn. */
export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
  readonly tabular: boolean;
}

const INK = "#211f1c";
export const MUTED = "#625d56";
export const ACCENT = "#0f4c5c";
export const RULE = "#d5d0c8";

const LEADING = 1.4;
export const leadingOf = ({ size, leading = LEADING }: Style): number => size * leading;

const NO_BREAK = "\u00a0";
/** The words between which a line may break. A postcode is one word. */
const wordsOf = (paragraph: string): string[] =>
  partsAtPostcodes(paragraph)
    .map((part, index) => (index % 2 === 1 ? part.replace(/ +/, NO_BREAK) : part))
    .join("")
    .split(" ")
    .filter((word) => word !== "");

/**
 * A figure with a point or comma has tabular digits everywhere, because kerning draws the point of
 * 147.5 under the 7. A hyphen between digits or letters, as in ORD-12, is not a minus sign.
 */
const asSet = (text: string, style: Style): Style => {
  const tabular = (style.tabular || /\d[.,]\d/.test(text)) && !/.-/.test(text);
  return tabular === (style.tabular ?? false) ? style : { ...style, tabular };
};

/**
 * Switches off Inter's contextual forms, which digits do not need and which take most of the time.
 * The types accept lists only.
 */
const FIGURES = { tnum: true, calt: false } as unknown as ["tnum"];

/**
 * With a list of features, even an empty one, pdfkit shapes the whole run and does not place its
 * words from left to right.
 */
const AS_A_WHOLE: PDFKit.Mixins.OpenTypeFeatures[] = [];

/** Breaks text into lines and draws them, each letter in a font that has it. */
export interface Typesetter {
  /** Lines of at most this width; a longer word is split. */
  lines(text: string, width: number, style: Style): Line[];
  /** At most this many lines; a longer text ends in an ellipsis. */
  cut(text: string, width: number, style: Style, most: number): Line[];
  width(text: string, style: Style): number;
  /** Draws below `y`, the top edge, and returns the bottom edge of the text. */
  draw(lines: readonly Line[], x: number, y: number, width: number, style: Style): number;
}

export function createTypesetter(doc: Pdf): Typesetter {
  const widths = new Map<string, number>();
  const options = ({ tabular }: Pick<Style, "tabular">, text: string) => (tabular && /[\d.,:%]/.test(text) ? { features: FIGURES } : {});
  const optionsOf = (line: Line, { text, isRightToLeft }: Run) => (isRightToLeft ? { features: AS_A_WHOLE } : options(line, text));

  function widthOf(face: Face, text: string, style: Style): number {
    const key = `${face}|${style.size}|${style.tabular ? "t" : ""}|${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    const width = doc.font(face).fontSize(style.size).widthOfString(text, options(style, text));
    widths.set(key, width);
    return width;
  }

  const faceOf = (script: Script, { weight = "regular" }: Style): Face => `${script}-${weight}`;

  /** Measures word by word, because words are repeated often and whole lines hardly ever. */
  function wordWidth(word: string, style: Style): number {
    // Tabular digits have no kerning, so measuring single characters avoids measuring every amount.
    const parts = style.tabular && /\d/.test(word) ? [...word] : [word];
    return parts.reduce((sum, part) => sum + runsWidth(part, style), 0);
  }
  function runsWidth(word: string, style: Style): number {
    return splitByScript(word).reduce((sum, { script, text }) => sum + widthOf(faceOf(script, style), text, style), 0);
  }
  const widthOfText = (text: string, style: Style): number => {
    const words = text.split(" ");
    return words.reduce((sum, word) => sum + wordWidth(word, style), (words.length - 1) * wordWidth(" ", style));
  };
  const measured = (text: string, style: Style): Line => {
    const runs = inVisualOrder(text).flatMap(({ text: part, isRightToLeft }) => {
      const parts = splitByScript(part).map(({ script, text }): Run => {
        return { face: faceOf(script, style), text, width: widthOfText(text, style), isRightToLeft };
      });
      return isRightToLeft ? parts.reverse() : parts;
    });
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), tabular: style.tabular ?? false };
  };

  /** The parts of a word that is wider than the column. */
  function broken(word: string, width: number, style: Style): string[] {
    const parts = [""];
    for (const letter of word) {
      const grown = parts.at(-1) + letter;
      if (parts.at(-1) !== "" && widthOfText(grown, style) > width) parts.push(letter);
      else parts[parts.length - 1] = grown;
    }
    return parts;
  }

  function brokenParagraph(paragraph: string, width: number, style: Style): string[] {
    const lines: string[] = [];
    const gap = wordWidth(" ", style);
    let [line, used] = ["", 0];
    const words = wordsOf(paragraph);
    for (const word of words.flatMap((each) => (wordWidth(each, style) > width ? broken(each, width, style) : [each]))) {
      const wide = wordWidth(word, style);
      if (line === "") [line, used] = [word, wide];
      else if (used + gap + wide <= width) [line, used] = [`${line} ${word}`, used + gap + wide];
      else {
        lines.push(line);
        [line, used] = [word, wide];
      }
    }
    return (line === "" ? lines : [...lines, line]).map((text) => text.replaceAll(NO_BREAK, " "));
  }

  const textLines = (text: string, width: number, style: Style): string[] =>
    printable(text)
      .split("\n")
      .flatMap((paragraph) => brokenParagraph(paragraph, width, style));

  /** The last line, with as much of the next line as fits and an ellipsis. */
  function ended(line: string, next: string, width: number, style: Style): string {
    const letters = [...`${line} ${next}`];
    while (letters.length > 0 && widthOfText(`${letters.join("").trimEnd()}…`, style) > width) letters.pop();
    return `${letters.join("").trimEnd()}…`;
  }

  return {
    lines(text, width, wantedStyle) {
      const style = asSet(text, wantedStyle);
      return textLines(text, width, style).map((line) => measured(line, style));
    },
    cut(text, width, wantedStyle, most) {
      const style = asSet(text, wantedStyle);
      const lines = textLines(text, width, style);
      const shortened = lines.slice(0, most);
      const [line = "", next] = lines.slice(most - 1);
      if (next !== undefined) shortened[most - 1] = ended(line, next, width, style);
      return shortened.map((each) => measured(each, style));
    },
    width: (text, style) => widthOfText(printable(text), asSet(text, style)),
    draw(lines, x, y, width, style) {
      const step = leadingOf(style);
      doc.fillColor(style.colour ?? INK);
      lines.forEach((line, index) => {
        let at = style.align === "right" ? x + width - line.width : x;
        // Letters are centred in the height of their line, whichever font they have.
        const baseline = y + step * index + step / 2 + style.size * 0.36;
        for (const run of line.runs) {
          const { face, text, width: advance } = run;
          doc.drawnWidth = advance;
          doc
            .font(face)
            .fontSize(style.size)
            .text(text, at, baseline, { ...optionsOf(line, run), lineBreak: false, baseline: "alphabetic" });
          doc.drawnWidth = undefined;
          at += advance;
        }
      });
      return y + step * lines.length;
    },
  };
}

/**
 * Splits text into runs of one font. Marks, spaces and signs stay with the preceding letters where
 * that font has them.
 */
function splitByScript(text: string): { script: Script; text: string }[] {
  const runs: { script: Script; text: string }[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const script = scriptOf(letter) ?? "inter";
    if (last && (last.script === script || (NO_SCRIPT.test(letter) && last.script !== "inter" && hasGlyph(last.script, letter))))
      last.text += letter;
    else runs.push({ script, text: letter });
  }
  return runs;
}
const NO_SCRIPT = /\p{M}|\p{Zs}|\p{P}/u;
