import { clsx } from "clsx";
import { Fragment } from "react";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { formatArea, formatDate, formatDateTime, formatListed, formatMillimetres } from "#client/lib/format.ts";
import { formatIn } from "#shared/domain/money.ts";
import { partsAtPostcodes } from "#shared/domain/trade/place.ts";

/** Displays pounds, or another currency (`formatIn`). A missing amount is a dash, never £0.00. */
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
  value: string | null | undefined /** Displays the time after the day. */;
  time?: boolean /** The text that replaces a missing date. */;
  missing?: string;
};

export function DateText(props: DateTextProps) {
  return <Instant {...props} words={props.time ? formatDateTime : formatDate} />;
}

/**
 * Displays a day or an instant in a list, without the year where it is this year. The title has the
 * year.
 */
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

/** Displays `1,200 × 1,350 mm`: the width is first. */
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
 * Displays an address of the web, a mailbox or a path. Lines break before `@`, `.` and `/`, and
 * inside a word only where that is not enough.
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

/** Displays an address and keeps the postcode on one line. */
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

/**
 * Displays a sentence and keeps a document number (`INV-00012`) on one line, because browsers break
 * at a hyphen.
 */
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

export const PhoneLink = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^+\d]/g, "")}`} className={linkClass}>
    {number}
  </a>
);

/**
 * Displays one line of text with an ellipsis where it is too long. The title has the whole text.
 */
export function Truncated({ text, className }: { text: string; className?: string }) {
  return (
    <span title={text} className={clsx("line-clamp-1 break-all", className)}>
      {text}
    </span>
  );
}

/** Displays a name in at most two lines. The title has the whole name. */
export const TwoLines = ({ text }: { text: string }) => (
  <span title={text} className="line-clamp-2">
    {text}
  </span>
);
