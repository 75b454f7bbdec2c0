import type { ReactNode } from "react";
import type { ClearanceName } from "#shared/domain/window/saw/clearances.ts";

type BoxProps = { at: readonly [x: number, y: number, width: number, height: number] };
const boxOf = ({ at: [x, y, width, height] }: BoxProps) => ({ x, y, width, height });

const Timber = (props: BoxProps) => <rect {...boxOf(props)} className="fill-accent-soft stroke-text" />;
const Fixed = (props: BoxProps) => <rect {...boxOf(props)} className="fill-raised stroke-text" />;
/** The clearance itself, larger than to scale. */
const Gap = (props: BoxProps) => <rect {...boxOf(props)} className="fill-warning" />;
const Wheel = ({ x, y }: { x: number; y: number }) => <circle cx={x} cy={y} r={4} className="fill-background stroke-text" />;

const DRAWINGS = {
  hinge: (
    <>
      <Fixed at={[4, 2, 22, 60]} />
      <Timber at={[34, 6, 58, 52]} />
      <Gap at={[26, 6, 8, 52]} />
    </>
  ),
  meeting: (
    <>
      <Timber at={[4, 6, 40, 52]} />
      <Timber at={[52, 6, 40, 52]} />
      <Gap at={[44, 6, 8, 52]} />
    </>
  ),
  // Two stiles from above, each with a rebate.
  rebate: (
    <>
      <path d="M4 10h60v20H44v24H4z" className="fill-accent-soft stroke-text" />
      <path d="M92 10H70v26H50v18h42z" className="fill-accent-soft stroke-text" />
      <Gap at={[50, 31, 14, 4]} />
      <path d="M50 2v6M64 2v6M50 5h14" fill="none" className="stroke-warning" />
    </>
  ),
  head: (
    <>
      <Fixed at={[4, 2, 88, 16]} />
      <Gap at={[14, 18, 68, 8]} />
      <Timber at={[14, 26, 68, 36]} />
    </>
  ),
  foot: (
    <>
      <Timber at={[14, 2, 68, 36]} />
      <Gap at={[14, 38, 68, 8]} />
      <Fixed at={[4, 46, 88, 16]} />
    </>
  ),
  trackHead: (
    <>
      <path d="M4 2h88v16h-8V8H12v10H4z" className="fill-raised stroke-text" />
      <Gap at={[14, 20, 68, 8]} />
      <Wheel x={30} y={15} />
      <Wheel x={66} y={15} />
      <path d="M30 19v9M66 19v9" className="stroke-text" />
      <Timber at={[14, 28, 68, 34]} />
    </>
  ),
  trackFoot: (
    <>
      <Timber at={[14, 2, 68, 38]} />
      <Gap at={[14, 40, 68, 8]} />
      <Fixed at={[4, 54, 88, 8]} />
      <Fixed at={[44, 44, 8, 10]} />
    </>
  ),
  louvreEnd: (
    <>
      <Timber at={[4, 2, 20, 60]} />
      <Timber at={[72, 2, 20, 60]} />
      {[8, 26, 44].map((y) => (
        <g key={y}>
          <Timber at={[32, y, 32, 12]} />
          <Gap at={[24, y, 8, 12]} />
          <Gap at={[64, y, 8, 12]} />
        </g>
      ))}
    </>
  ),
  bladeRail: (
    <>
      <Timber at={[4, 2, 88, 16]} />
      <Gap at={[12, 18, 72, 7]} />
      <Timber at={[12, 25, 72, 18]} />
      <Timber at={[12, 44, 72, 18]} />
    </>
  ),
  rodEnd: (
    <>
      {[20, 38, 56].map((y) => (
        <path key={y} d={`M10 ${y + 6}L44 ${y}M86 ${y + 6}L52 ${y}`} className="stroke-muted" />
      ))}
      <Timber at={[44, 6, 8, 56]} />
      <Gap at={[44, 6, 8, 13]} />
      {[20, 38, 56].map((y) => (
        <circle key={y} cx={48} cy={y} r={2} className="fill-text" />
      ))}
    </>
  ),
} as const satisfies Record<ClearanceName, ReactNode>;

/** Draws the place of one clearance, coloured. The words beside the drawing say the same. */
export const ClearanceDrawing = ({ name }: { name: ClearanceName }) => (
  <svg aria-hidden data-clearance={name} viewBox="0 0 96 64" width={96} height={64} className="block h-auto w-20 shrink-0">
    {DRAWINGS[name]}
  </svg>
);
