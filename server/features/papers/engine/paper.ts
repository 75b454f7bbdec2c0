import { type Block, paginate } from "./flow.ts";
import type { Fonts } from "./fonts.ts";
import { createTypesetter, MUTED, Pdf, RULE, type Style, type Typesetter } from "./typesetter.ts";

const A4 = { width: 595.28, height: 841.89 } as const;
const MARGIN = 48;
const FOOT = 44;
export const LEFT = MARGIN;
export const RIGHT = A4.width - MARGIN;
export const CONTENT = RIGHT - LEFT;
const ABOVE_STYLE: Style = { size: 18, weight: "semibold", align: "right" };
const FOOT_STYLE: Style = { size: 8, colour: MUTED };

/** pdfkit knows it, its types do not yet. */
const PDF_UA = "PDF/UA" as never;

type Element = ReturnType<Pdf["struct"]>;

/** One PDF while it is made: A4, tagged for screen readers, with its fonts embedded. */
export interface Paper {
  readonly doc: Pdf;
  readonly type: Typesetter;
  /** Marks what is drawn as an element of the structure: H1, P, TD. `parent`: inside which, the document itself if not said. */
  tag(
    name: string,
    draw: () => void,
    options?: { parent?: Element; alt?: string; scope?: string; bbox?: [number, number, number, number] },
  ): void;
  /** A paragraph that leads to a page. `said`: its words, for readers that ask the link for them. */
  link(url: string, said: string, draw: () => void, area: readonly [x: number, y: number, width: number, height: number]): void;
  /** An element that takes others, such as Table or TR. */
  group(name: string, parent?: Element): Element;
  /** Draws what says nothing: rules, repeated heads. */
  artifact(draw: () => void): void;
  rule(y: number, from?: number, to?: number): void;
  /** Sets the blocks on numbered pages. `onEachPage` stands large above each page but the first. */
  part(blocks: readonly Block[], footer: string, onEachPage?: string): void;
  /** The same, a page at each step. */
  pages(blocks: readonly Block[], footer: string, onEachPage?: string): Generator<number>;
  end(): Paper;
  /** A document of one part. */
  print(blocks: readonly Block[], footer: string, onEachPage?: string): Paper;
}

interface PaperOptions {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  /** When what it says came to be, not when it was printed: the same facts give the same bytes. */
  readonly date: Date;
  /**
   * Another's paper to his own customer: nothing in its bytes says by what it was made (rule T4).
   * Then it is no PDF/UA, which has to say it; it is tagged all the same.
   */
  readonly isAnothers?: true;
}

/** pdfkit writes XMP, with itself as producer, in all versions but this one. */
const WITHOUT_XMP = "1.3";

export function createPaper(fonts: Fonts, { title, author, subject, date, isAnothers }: PaperOptions): Paper {
  const info = { Title: title, Author: author, Subject: subject, Creator: author, Producer: author, CreationDate: date, ModDate: date };
  const doc = new Pdf({
    autoFirstPage: false,
    displayTitle: true,
    // None: the standard Helvetica would be named in the file and not be embedded.
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
    const pages = paginate(blocks, { top: MARGIN, bottom: A4.height - FOOT - 12 });
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
      // A String is written as text, as pdfkit has it; a string would be a name.
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
