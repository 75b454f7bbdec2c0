import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { type ResolverResult, useForm } from "react-hook-form";
import { beforeEach, expect, test, vi } from "vitest";
import { NumberField, TextField } from "./fields.tsx";
import { FormDialog } from "./form-dialog.tsx";

type Values = { reason: string; width: number };
const submit = vi.fn();
const closed = vi.fn();

beforeEach(() => {
  submit.mockClear();
  closed.mockClear();
});

function Screen({ pending = false, error = null }: { pending?: boolean; error?: string | null }) {
  const [open, setOpen] = useState(false);
  const form = useForm<Values>({
    defaultValues: { reason: "", width: 1200 },
    resolver: (values): ResolverResult<Values> =>
      values.reason
        ? { values, errors: {} }
        : { values: {}, errors: { reason: { type: "required", message: "Please provide a reason for the remake request" } } },
  });
  const close = () => {
    closed();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <FormDialog
        open={open}
        onClose={close}
        title="Request a remake"
        form={form}
        onSubmit={submit}
        submitLabel="Request"
        pending={pending}
        error={error}
      >
        <NumberField control={form.control} name="width" label="Width" suffix="mm" />
        <TextField control={form.control} name="reason" label="Reason" hint="What is wrong." />
      </FormDialog>
    </>
  );
}

async function openScreen(element = <Screen />) {
  const view = render(element);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("dialog", { name: "Request a remake" });
  return view;
}

test("a form dialog focuses its first field, and Escape without changes closes it and returns the focus", async () => {
  await openScreen();
  expect(document.activeElement).toBe(screen.getByLabelText("Width"));
  await userEvent.keyboard("{Escape}");
  expect(closed).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" })));
});

test("a form dialog that a key opened returns the focus to the screen's heading", async () => {
  const heading = document.createElement("main");
  heading.innerHTML = "<h1>Remakes</h1>";
  document.body.append(heading);
  render(<Screen />);
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("dialog", { name: "Request a remake" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Remakes"));
  heading.remove();
});

test("a form dialog with unsaved work requests confirmation before it discards the work", async () => {
  await openScreen();
  await userEvent.type(screen.getByLabelText("Reason"), "Broken slat");
  await userEvent.keyboard("{Escape}");
  await screen.findByRole("alertdialog", { name: "Discard what you entered?" });
  expect(closed).not.toHaveBeenCalled();
  // The button that discards nothing has the focus.
  await userEvent.keyboard("{Enter}");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Reason").value).toBe("Broken slat");

  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
  expect(closed).toHaveBeenCalledTimes(1);
});

test("Enter submits a form dialog, and an invalid form focuses its first error with its sentence", async () => {
  await openScreen();
  await userEvent.type(screen.getByLabelText("Width"), "{Enter}");
  const reason = screen.getByLabelText("Reason");
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(reason.getAttribute("aria-invalid")).toBe("true");
  const note = document.getElementById(reason.getAttribute("aria-describedby") ?? "");
  expect(note?.textContent).toBe("Please provide a reason for the remake request");
  expect(submit).not.toHaveBeenCalled();

  await userEvent.type(reason, "Broken slat{Enter}");
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
  expect(submit.mock.calls[0]?.[0]).toEqual({ reason: "Broken slat", width: 1200 });
});

test("a form dialog with a running call neither submits again nor closes", async () => {
  await openScreen(<Screen pending />);
  await userEvent.type(screen.getByLabelText("Reason"), "Broken slat{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Request" }));
  await userEvent.keyboard("{Escape}");
  expect(submit).not.toHaveBeenCalled();
  expect(closed).not.toHaveBeenCalled();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("a form dialog displays the server's sentence", async () => {
  await openScreen(<Screen error="This order was cancelled" />);
  expect(screen.getByRole("alert").textContent).toBe("This order was cancelled");
});

test("a number field preserves its typed text, and has the value NaN while unreadable", async () => {
  await openScreen();
  const width = screen.getByLabelText<HTMLInputElement>("Width");
  expect(width.value).toBe("1200");
  await userEvent.clear(width);
  await userEvent.type(width, "1,350.50");
  expect(width.value).toBe("1,350.50");
  await userEvent.type(screen.getByLabelText("Reason"), "Broken{Enter}");
  await waitFor(() => expect(submit.mock.calls[0]?.[0]).toEqual({ reason: "Broken", width: 1350.5 }));
  await userEvent.clear(width);
  await userEvent.type(width, "tall{Enter}");
  await waitFor(() => expect(submit.mock.calls[1]?.[0]).toEqual({ reason: "Broken", width: Number.NaN }));
});
