import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { clearToasts, dismissToast, toast } from "#client/lib/toasts.ts";
import { FailureNote } from "./alert.tsx";

afterEach(clearToasts);

test("a form's failure note appears after the toast with the same sentence, never beside it", () => {
  const id = toast({ title: "Error", description: "This quote is already paid", variant: "destructive" });
  render(<FailureNote>This quote is already paid</FailureNote>);
  expect(screen.queryByRole("alert")).toBeNull();
  act(() => dismissToast(id));
  expect(screen.getByRole("alert").textContent).toBe("This quote is already paid");
});

test("a toast with another message does not hide the failure note", () => {
  toast({ title: "Success", description: "Quote sent" });
  render(<FailureNote>This quote is already paid</FailureNote>);
  expect(screen.getByRole("alert").textContent).toBe("This quote is already paid");
});
