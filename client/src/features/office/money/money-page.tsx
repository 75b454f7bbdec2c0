import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Link } from "wouter";
import { StatCard, StatCards } from "#client/components/facts/fact-list.tsx";
import { DateField } from "#client/components/form/date-field.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { FilterBar } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { SegmentedControl } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Skeleton } from "#client/components/ui/display/waiting.tsx";
import { type Address, useAddress } from "#client/lib/address.ts";
import { query } from "#client/lib/api.ts";
import { formatMoney } from "#client/lib/format.ts";
import { londonDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { MONEY_PERIOD_LABEL, MONEY_PERIODS, moneyDays } from "#shared/domain/trade/money-periods.ts";
import { BookkeepingPanel } from "./bookkeeping-panel.tsx";
import { ADDRESS, daysInWords, daysOf, LISTS_OF_NOW, listPaths, type Money, readMoneyQuery } from "./money-view.ts";
import { OwedPanel } from "./owed-panel.tsx";

/**
 * The month's end in one page: received and outstanding money, and the file for the bookkeeping.
 * Each figure links to the list that it adds up.
 */
export default function MoneyPage() {
  const { address, change } = useAddress(ADDRESS);
  const moneyQuery = readMoneyQuery(address);
  const money = useQuery({
    ...query("money", "read", { query: moneyQuery ?? {} }),
    enabled: moneyQuery !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="Money" description="Each figure opens the list that it adds up." />
      <MoneyFilter address={address} onChange={change} />
      {moneyQuery === null && address.from && address.to ? <Alert tone="danger">From cannot be after to</Alert> : null}
      {moneyQuery !== null && (
        <div className="flex flex-col gap-6">
          <QueryView query={money} failure="Failed to load the figures" reserved skeleton={<MoneySkeleton />}>
            {(figures) => (
              <div
                aria-busy={money.isPlaceholderData || undefined}
                className={clsx("flex flex-col gap-6 transition-opacity duration-150", money.isPlaceholderData && "opacity-60")}
              >
                <OfTime money={figures} />
                <OfNow money={figures} />
              </div>
            )}
          </QueryView>
          {/* The exports load independently of the figures. */}
          <BookkeepingPanel days={daysOf(moneyQuery, londonDay(new Date()))} />
        </div>
      )}
    </>
  );
}

/** A skeleton of the cards and panels, so that nothing moves when the figures load. */
const MoneySkeleton = () => (
  <div aria-hidden className="flex flex-col gap-6">
    <div className="flex flex-col gap-3 sm:gap-4">
      <Skeleton className="h-6 w-48" />
      {[3, 4, 5].map((cards) => (
        <StatCards key={cards}>
          {Array.from({ length: cards }, (_, card) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a grey card has no identity
            <Skeleton key={card} className="h-28 rounded-lg" />
          ))}
        </StatCards>
      ))}
    </div>
    <Skeleton className="h-96 w-full rounded-lg" />
  </div>
);

const CHOICES = MONEY_PERIODS.map((value) => ({ value, label: MONEY_PERIOD_LABEL[value] }));

type MoneyFilterProps = { address: Address<typeof ADDRESS>; onChange: (part: Partial<Address<typeof ADDRESS>>) => void };

function MoneyFilter({ address, onChange }: MoneyFilterProps) {
  const { from, to } = address;
  const period = address.period || "this_month";
  // A custom period starts with the days of the period that was selected before.
  const choose = (value: (typeof MONEY_PERIODS)[number]) =>
    onChange(
      value === "custom"
        ? { period: value, ...(period === "custom" ? { from, to } : moneyDays(period, londonDay(new Date()))) }
        : { period: value === "this_month" ? "" : value, from: null, to: null },
    );
  return (
    <FilterBar label="Time">
      <SegmentedControl
        label="Time"
        className="max-sm:w-full max-sm:[&_div]:flex max-sm:[&_div]:flex-wrap max-sm:[&_label]:flex-[1_0_30%]"
        value={period}
        options={CHOICES}
        onChange={choose}
      />
      {period === "custom" && (
        <>
          <Field label="From" className="w-40 max-sm:flex-1">
            {(wiring) => <DateField {...wiring} value={from} max={to ?? undefined} onChange={(value) => onChange({ from: value })} />}
          </Field>
          <Field label="To" className="w-40 max-sm:flex-1">
            {(wiring) => <DateField {...wiring} value={to} min={from ?? undefined} onChange={(value) => onChange({ to: value })} />}
          </Field>
        </>
      )}
    </FilterBar>
  );
}

function OfTime({ money }: { money: Money }) {
  const {
    sold,
    makingCost,
    makingMargin,
    makingMarginPercent,
    withoutCost,
    invoiced,
    credited,
    received,
    refunded,
    withdrawn,
    writtenOff,
  } = money;
  const lists = listPaths(money);
  const parts = ({ count, net, vat }: Money["sold"], one: string) =>
    `${countOf(count, one)}, ${formatMoney(net)} + ${formatMoney(vat)} VAT`;
  return (
    <section aria-labelledby="of-time">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="of-time" className="text-base font-semibold">
          {daysInWords(money)}
        </h2>
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          <Link href={lists.vatReturn} className={linkClass}>
            VAT on sales
          </Link>
          <Link href={lists.cash} className={linkClass}>
            Cash by day
          </Link>
          <Link href="/money/payouts" className={linkClass}>
            Stripe's payouts
          </Link>
        </span>
      </div>
      {/* On a phone the cards form one grid of two columns. */}
      <div className="flex flex-col gap-3 max-sm:flex-row max-sm:flex-wrap max-sm:*:contents sm:gap-4">
        <StatCards>
          <StatCard label="Sold" value={formatMoney(sold.gross)} note={parts(sold, "order")} path={lists.sold} />
          <StatCard
            label="Cost of making"
            value={formatMoney(makingCost ?? 0)}
            note={!withoutCost ? "Remakes included" : `${countOf(withoutCost, "window")} without a cost left out`}
            path={lists.margin}
          />
          <StatCard
            label="Margin"
            value={formatMoney(makingMargin ?? 0)}
            note={makingMarginPercent == null ? "No window with a cost was sold" : `${makingMarginPercent.toFixed(1)} % of the net`}
            path={lists.margin}
          />
        </StatCards>
        <StatCards>
          <StatCard label="Invoiced" value={formatMoney(invoiced.gross)} note={parts(invoiced, "invoice")} path={lists.invoiced} />
          <StatCard label="Credited" value={formatMoney(credited.gross)} note={parts(credited, "credit note")} path={lists.credited} />
          <StatCard
            label="VAT"
            value={formatMoney((Math.round(invoiced.vat * 100) - Math.round(credited.vat * 100)) / 100)}
            note="Of invoices, less credit notes"
            path={lists.vat}
          />
          <StatCard label="Written off" value={formatMoney(writtenOff)} note="Less reversals" path={lists.writtenOff} />
        </StatCards>
        <StatCards>
          <StatCard label="Received" value={formatMoney(received.total)} path={lists.received} />
          <StatCard label="By card" value={formatMoney(received.card)} path={lists.card} />
          <StatCard label="By bank transfer" value={formatMoney(received.bankTransfer)} path={lists.bankTransfer} />
          <StatCard label="Given back" value={formatMoney(refunded)} path={lists.refunded} />
          <StatCard label="Taken by disputes" value={formatMoney(withdrawn)} note="Less what came back" path={lists.withdrawn} />
        </StatCards>
      </div>
    </section>
  );
}

function OfNow({ money: { owed, credit, notInvoiced } }: { money: Money }) {
  return (
    <section aria-labelledby="of-now">
      <h2 id="of-now" className="mb-3 text-base font-semibold">
        Now
      </h2>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <OwedPanel owed={owed} />
        <StatCards>
          <StatCard
            label="Not invoiced yet"
            value={formatMoney(notInvoiced)}
            note="Ordered, including VAT"
            path={LISTS_OF_NOW.notInvoiced}
          />
          <StatCard
            label="Credit of customers"
            value={formatMoney(credit)}
            note="Paid, not yet for an invoice"
            path={LISTS_OF_NOW.credit}
          />
        </StatCards>
      </div>
    </section>
  );
}
