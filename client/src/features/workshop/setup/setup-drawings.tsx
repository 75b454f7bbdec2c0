import type { ReactNode } from "react";
import { ClearanceDrawing } from "#client/components/window/clearance-drawing.tsx";
import { CLEARANCE_NAMES, CLEARANCES, type Clearances } from "#shared/domain/window/saw/clearances.ts";
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

/** Each clearance with its figure, in mm. */
export const ClearancesDrawing = ({ clearances }: ClearancesDrawingProps) => (
  <ul aria-label="The clearances" className="flex flex-wrap gap-x-4 gap-y-3">
    {CLEARANCE_NAMES.map((name) => (
      <li key={name} className="w-24 text-xs text-muted tabular-nums">
        <ClearanceDrawing name={name} />
        {CLEARANCES[name].label} {clearances[name]}
      </li>
    ))}
  </ul>
);
