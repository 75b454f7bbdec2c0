import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PaymentBadge } from "./badge.tsx";

test("a missing payment status displays the badge of an unpaid order", () => {
  render(
    <>
      <PaymentBadge />
      <PaymentBadge status="paid" />
    </>,
  );
  expect(screen.getAllByText(/^(Unp|P)aid$/i).map(({ textContent }) => textContent)).toEqual(["Unpaid", "Paid"]);
});
