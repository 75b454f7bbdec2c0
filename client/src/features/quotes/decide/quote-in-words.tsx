import { Money } from "#client/components/facts/values.tsx";
import { nameJob } from "#shared/domain/job-name.ts";
import { countOf } from "#shared/domain/text.ts";
import type { Quote } from "../quote-actions.ts";

/** Describes the quote in a dialog: "Novak – whole house: 5 windows, £3,277.56 including VAT." */
export const QuoteInWords = ({ quote, withCompany = false }: { quote: Quote; withCompany?: boolean }) => (
  <>
    {withCompany && (
      <>
        For <bdi>{quote.user.companyName}</bdi>,{" "}
      </>
    )}
    {nameJob(quote) && (
      <>
        <bdi className="wrap-anywhere">{nameJob(quote)}</bdi>:{" "}
      </>
    )}
    {countOf(quote.itemCount, "window")}, <Money amount={quote.finalTotal} /> including VAT.
  </>
);
