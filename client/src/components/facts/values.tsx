import { clsx } from "clsx";
import { Fragment } from "react";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { formatArea, formatDate, formatDateTime, formatListed, formatMillimetres } from "#client/lib/format.ts";
import { formatIn } from "#shared/domain/money.ts";
import { partsAtPostcodes } from "#shared/domain/trade/place.ts";

/** Pounds, or an amount in another currency (`formatIn`). A missing one is a dash, never £0.00. */
export function Money({ amount, strong, currency = "GBP" }: MoneyProps) {
  if (amount === null || amount === undefined || Number.isNaN(amount)) return <span className="text-muted">–</span>;
  return (
    <span className={strong ? "font-semibold whitespace-nowrap tabular-nums" : "whitespace-nowrap tabular-nums"}>
      {formatIn(currency, amount)}
    </span>
  );
}
type MoneyProps = { amount: number | null | undefined; strong?: boolean; currency?: string | undefined };

type DateTextProps = {
  value: string | null | undefined /** With the time, where it matters. */;
  time?: boolean /** Said when there is none. */;
  missing?: string;
};

export function DateText(props: DateTextProps) {
  return <Instant {...props} words={props.time ? formatDateTime : formatDate} />;
}

/** A day or an instant in a list: this year's without the year, which its title has. */
export function ListedDate({ time, ...props }: DateTextProps) {
  return <Instant {...props} words={(value) => formatListed(value, { time })} />;
}

function Instant({ value, missing = "–", words }: DateTextProps & { words: (value: string) => string }) {
  if (!value) return <span className="text-muted">{missing}</span>;
  return (
    <time dateTime={value} title={value.length > 10 ? formatDateTime(value) : formatDate(value)} className="whitespace-nowrap tabular-nums">
      {words(value)}
    </time>
  );
}

/** `1,200 × 1,350 mm` (width first). */
export function Size({ widthM, heightM }: { widthM: number; heightM: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatMillimetres(widthM).replace(" mm", "")} × {formatMillimetres(heightM)}
    </span>
  );
}

export function Area({ squareMetres }: { squareMetres: number }) {
  return <span className="whitespace-nowrap tabular-nums">{formatArea(squareMetres)}</span>;
}

/**
 * A web or mail address or a path. A line breaks before `@`, `.` and `/` if it can, and otherwise
 * inside a word.
 */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@./]\S)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** An address, whose postcode stays on one line. */
export const Address = ({ text }: { text: string }) =>
  partsAtPostcodes(text).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );

/** A sentence, whose numbers of papers (`INV-00012`) stay on one line: browsers break at a hyphen. */
export const WholeNumbers = ({ text }: { text: string }) =>
  text.split(/\b((?:INV|CN|ORD|RMK|Q)-\d+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );

/** A phone number that a press rings. */
export const PhoneLink = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^+\d]/g, "")}`} className={linkClass}>
    {number}
  </a>
);

/** One line of text, cut off with dots where there is no room for it; the title has it all. */
export function Truncated({ text, className }: { text: string; className?: string }) {
  return (
    <span title={text} className={clsx("line-clamp-1 break-all", className)}>
      {text}
    </span>
  );
}

/** A name in a list, in two lines at most; the title has it all. */
export const TwoLines = ({ text }: { text: string }) => (
  <span title={text} className="line-clamp-2">
    {text}
  </span>
);
