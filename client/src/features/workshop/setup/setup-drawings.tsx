import type { ReactNode } from "react";
import type { Clearances } from "#shared/domain/window/saw/clearances.ts";
import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { type OwnSection, sectionOf } from "#shared/domain/window/saw/sections.ts";
import { USUAL_STOCK } from "#shared/domain/window/saw/workshop-stock.ts";

/** The drawings of the checklist (rule W108). Each shows the workshop's own figures. */

type PictureProps = { label: string; width: number; height: number; children: ReactNode };
const Picture = ({ label, width, height, children }: PictureProps) => (
  <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} width={width} height={height} className="block h-auto max-w-full">
    {children}
  </svg>
);

type CaptionProps = { x: number; y: number; anchor?: "start" | "middle" | "end"; children: ReactNode };
const Caption = ({ x, y, anchor = "middle", children }: CaptionProps) => (
  <text x={x} y={y} textAnchor={anchor} fontSize={11} className="fill-muted tabular-nums">
    {children}
  </text>
);

const TIMBER = "fill-accent-soft stroke-text";
const WASTE = "fill-warning-soft stroke-text";

type StockDrawingProps = { stock: Partial<Record<keyof typeof USUAL_STOCK, number>> | undefined };

/** A bar from end to end: trim, two parts with a kerf between them, and the rest. */
export function StockDrawing({ stock }: StockDrawingProps) {
  const { stockMm, kerfMm, trimMm, keepMm }: Record<keyof typeof USUAL_STOCK, number> = { ...USUAL_STOCK, ...stock };
  const bar = { y: 24, height: 26 };
  return (
    <Picture label={`A bar of ${stockMm} mm with trim, kerf and rest`} width={300} height={88}>
      <rect x={10} {...bar} width={14} className={WASTE} />
      <rect x={24} {...bar} width={90} className={TIMBER} />
      <rect x={114} {...bar} width={6} className={WASTE} />
      <rect x={120} {...bar} width={90} className={TIMBER} />
      <rect x={210} {...bar} width={66} fill="none" strokeDasharray="4 3" className="stroke-text" />
      <rect x={276} {...bar} width={14} className={WASTE} />
      <Caption x={150} y={14}>
        bar {stockMm.toLocaleString("en-GB")} mm
      </Caption>
      <Caption x={10} y={66} anchor="start">
        trim {trimMm}
      </Caption>
      <Caption x={117} y={66}>
        kerf {kerfMm}
      </Caption>
      <Caption x={243} y={66}>
        rest
      </Caption>
      <Caption x={290} y={82} anchor="end">
        kept from {keepMm} mm
      </Caption>
    </Picture>
  );
}

const SHOWN_SECTIONS = ["stile", "l-frame", "t-post", "louvre-76", "tilt-rod"] as const satisfies readonly Profile[];
/** Pixels for each millimetre of a section. */
const SCALE = 0.9;

/**
 * The cross sections of the usual profiles to one scale: the visible width across, the depth down.
 */
export function SectionsDrawing({ sections }: { sections: readonly OwnSection[] }) {
  let x = 6;
  const drawn = SHOWN_SECTIONS.map((profile) => {
    const section = sectionOf(profile, sections, null);
    const place = { ...section, profile, x, width: section.widthMm * SCALE, height: section.thicknessMm * SCALE };
    x += Math.max(place.width, 54) + 12;
    return place;
  });
  const deepest = Math.max(...drawn.map(({ height }) => height));
  return (
    <Picture label="Cross sections of stile, frame, post, louvre and rod" width={x} height={deepest + 44}>
      {drawn.map((section) => (
        <g key={section.profile}>
          <rect
            x={section.x}
            y={6}
            width={section.width}
            height={section.height}
            rx={section.profile === "louvre-76" ? section.height / 2 : 1}
            className={TIMBER}
          />
          <Caption x={section.x} y={deepest + 22} anchor="start">
            {section.name}
          </Caption>
          <Caption x={section.x} y={deepest + 36} anchor="start">
            {section.widthMm} × {section.thicknessMm}
          </Caption>
        </g>
      ))}
    </Picture>
  );
}

type ClearancesDrawingProps = { clearances: Clearances };

/** Two panels in their frame with exaggerated gaps, each gap named with its figure. */
export function ClearancesDrawing({ clearances }: ClearancesDrawingProps) {
  const panel = { y: 34, width: 82, height: 96 };
  return (
    <Picture label="Two panels in a frame with the gaps around them" width={300} height={172}>
      <rect x={40} y={16} width={220} height={130} className="fill-raised stroke-text" />
      <rect x={54} y={26} width={192} height={112} className="fill-background stroke-text" />
      <rect x={62} {...panel} className={TIMBER} />
      <rect x={156} {...panel} className={TIMBER} />
      <Caption x={150} y={11}>
        head {clearances.head}
      </Caption>
      <Caption x={150} y={168}>
        foot {clearances.foot}
      </Caption>
      <Caption x={36} y={86} anchor="end">
        hinge
      </Caption>
      <Caption x={36} y={99} anchor="end">
        {clearances.hinge}
      </Caption>
      <Caption x={264} y={86} anchor="start">
        hinge
      </Caption>
      <Caption x={264} y={99} anchor="start">
        {clearances.hinge}
      </Caption>
      <g className="stroke-muted">
        <line x1={38} x2={58} y1={82} y2={82} />
        <line x1={262} x2={242} y1={82} y2={82} />
        <line x1={150} x2={150} y1={14} y2={30} />
        <line x1={150} x2={150} y1={157} y2={134} />
      </g>
      <Caption x={103} y={78}>
        louvre ends
      </Caption>
      <Caption x={103} y={92}>
        {clearances.louvreEnd} each
      </Caption>
      <Caption x={197} y={78}>
        meeting {clearances.meeting}
      </Caption>
      <Caption x={197} y={92}>
        rebate {clearances.rebate}
      </Caption>
    </Picture>
  );
}
