import { type Block, paginate } from "./flow.ts";
import type { Fonts } from "./fonts.ts";
import { createTypesetter, MUTED, Pdf, RULE, type Style, type Typesetter } from "./typesetter.ts";

const A4 = { width: 595.28, height: 841.89 } as const;
const MARGIN = 48;
const FOOT = 44;
export const LEFT = MARGIN;
export const RIGHT = A4.width - MARGIN;
export const CONTENT = RIGHT - LEFT;
/** The height of a page between its margin and its foot. */
export const PAGE_HEIGHT = A4.height - MARGIN - FOOT - 12;
const ABOVE_STYLE: Style = { size: 18, weight: "semibold", align: "right" };
const FOOT_STYLE: Style = { size: 8, colour: MUTED };

/** pdfkit supports this value, but its types lack it. */
const PDF_UA = "PDF/UA" as never;

type Element = ReturnType<Pdf["struct"]>;

/** One PDF during its creation: A4, tagged for screen readers, with embedded fonts. */
export interface Paper {
  readonly doc: Pdf;
  readonly type: Typesetter;
  /**
   * Marks the drawn content as an element of the structure: H1, P, TD. `parent` defaults to the
   * document.
   */
  tag(
    name: string,
    draw: () => void,
    options?: { parent?: Element; alt?: string; scope?: string; bbox?: [number, number, number, number] },
  ): void;
  /** A paragraph that links to a page. `said` is its text for screen readers. */
  link(url: string, said: string, draw: () => void, area: readonly [x: number, y: number, width: number, height: number]): void;
  /** An element that contains others, such as Table or TR. */
  group(name: string, parent?: Element): Element;
  /** Draws content without meaning for screen readers: rules, repeated heads. */
  artifact(draw: () => void): void;
  rule(y: number, from?: number, to?: number): void;
  /**
   * Sets the blocks on numbered pages. `onEachPage` is printed large above each page except the
   * first.
   */
  part(blocks: readonly Block[], footer: string, onEachPage?: string): void;
  /** Like `part`, but yields after each page. */
  pages(blocks: readonly Block[], footer: string, onEachPage?: string): Generator<number>;
  end(): Paper;
  /** Prints a document of one part. */
  print(blocks: readonly Block[], footer: string, onEachPage?: string): Paper;
}

interface PaperOptions {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  /** The date of the facts, not of the printing: equal facts give equal bytes. */
  readonly date: Date;
  /**
   * A customer's document for a homeowner: nothing in its bytes names the software (rule T15).
   * PDF/UA requires that name, so the file is tagged but not PDF/UA.
   */
  readonly isAnothers?: true;
}

/** pdfkit writes XMP, with itself as producer, in all versions except this one. */
const WITHOUT_XMP = "1.3";

export function createPaper(fonts: Fonts, { title, author, subject, date, isAnothers }: PaperOptions): Paper {
  const info = { Title: title, Author: author, Subject: subject, Creator: author, Producer: author, CreationDate: date, ModDate: date };
  const doc = new Pdf({
    autoFirstPage: false,
    displayTitle: true,
    // No default font, because the standard Helvetica would be named in the file without being
    // embedded.
    font: "",
    info,
    lang: "en-GB",
    pdfVersion: isAnothers ? WITHOUT_XMP : "1.7",
    ...(!isAnothers && { subset: PDF_UA }),
    tagged: true,
  });
  if (isAnothers) {
    delete doc.info.Creator;
    delete doc.info.Producer;
  }
  for (const [face, file] of fonts) doc.registerFont(face, file);
  const type = createTypesetter(doc);
  const root = doc.struct("Document");
  doc.addStructure(root);

  const artifact = (draw: () => void) => {
    doc.markContent("Artifact", { type: "Layout" });
    draw();
    doc.endMarkedContent();
  };
  const foot = (footer: string, page: number, pages: number) =>
    artifact(() => {
      const y = A4.height - FOOT;
      const number = `Page ${page} of ${pages}`;
      type.draw(type.cut(footer, CONTENT - 90, FOOT_STYLE, 1), LEFT, y, CONTENT, FOOT_STYLE);
      type.draw(type.lines(number, 90, FOOT_STYLE), RIGHT - 90, y, 90, { ...FOOT_STYLE, align: "right" });
    });

  const above = (text: string) =>
    artifact(() => type.draw(type.lines(text, CONTENT, ABOVE_STYLE).slice(0, 1), LEFT, 18, CONTENT, ABOVE_STYLE));

  function* pagesOf(blocks: readonly Block[], footer: string, onEachPage?: string): Generator<number> {
    const pages = paginate(blocks, { top: MARGIN, bottom: MARGIN + PAGE_HEIGHT });
    for (const [index, page] of pages.entries()) {
      doc.addPage({ size: [A4.width, A4.height], margin: 0 });
      if (index > 0 && onEachPage) above(onEachPage);
      for (const { y, draw } of page) draw(y);
      foot(footer, index + 1, pages.length);
      yield index + 1;
    }
  }
  const part: Paper["part"] = (...one) => {
    for (const _ of pagesOf(...one));
  };

  const paper: Paper = {
    doc,
    type,
    part,
    pages: pagesOf,
    end() {
      root.end();
      doc.end();
      return paper;
    },
    tag(name, draw, { parent = root, ...options } = {}) {
      parent.add(doc.struct(name, options, draw));
    },
    group(name, parent = root) {
      const element = doc.struct(name);
      parent.add(element);
      return element;
    },
    link(url, said, draw, area) {
      const paragraph = paper.group("P");
      const link = paper.group("Link", paragraph);
      link.add(draw);
      // pdfkit writes a String as text, but a primitive string as a name.
      const options = { structParent: link, Contents: new String(said) as string };
      doc.link(...area, url, options);
      link.end();
      paragraph.end();
    },
    artifact,
    rule: (y, from = LEFT, to = RIGHT) => artifact(() => doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(RULE).stroke()),
    print(...one) {
      part(...one);
      return paper.end();
    },
  };
  return paper;
}
