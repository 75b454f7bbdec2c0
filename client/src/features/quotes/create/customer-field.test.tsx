import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { Dialog, DialogBody } from "#client/components/ui/overlay/dialog.tsx";
import { createQueryClient } from "#client/lib/api.ts";
import { fakeApi } from "#client/testing/fake-api.ts";
import { clientRow } from "#client/testing/rows.ts";
import type { QuoteValues } from "../form/quote-values.ts";
import { CustomerField } from "./customer-field.tsx";

async function openField() {
  const api = fakeApi({ clients: { list: () => [clientRow({ id: 31 }), clientRow({ id: 32, companyName: "Harrow Homes" })] } });
  const onClose = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  function Screen() {
    const form = useForm<QuoteValues>({ defaultValues: { userId: null } as Partial<QuoteValues> });
    return (
      <Dialog open onCloseRequest={onClose} title="New quote">
        <DialogBody>
          <form onSubmit={onSubmit}>
            <CustomerField control={form.control} mayKeep={false} />
            <output>{String(form.watch("userId"))}</output>
            <button type="submit">Send</button>
          </form>
        </DialogBody>
      </Dialog>
    );
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Customer" });
  return { api, onClose, onSubmit, user, field, chosen: () => screen.getByText(/^(null|\d+)$/).textContent };
}
const options = () => screen.findAllByRole("option");
const isFound = () => waitFor(() => expect(screen.getByRole("listbox", { name: "Customers" }).getAttribute("aria-busy")).toBe("false"));
const activeOption = (field: HTMLElement) => document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent ?? "";

test("the arrow keys cycle through the list, and Enter chooses without sending the form", async () => {
  const { user, field, chosen, onSubmit } = await openField();
  await user.type(field, "har");
  await options();
  await isFound();
  expect(field.getAttribute("aria-expanded")).toBe("true");
  await waitFor(() => expect(activeOption(field)).toContain("Harbour Blinds"));
  await user.keyboard("{ArrowDown}");
  expect(activeOption(field)).toContain("Harrow Homes");
  await user.keyboard("{ArrowDown}");
  expect(activeOption(field)).toContain("Harbour Blinds");
  await user.keyboard("{ArrowUp}{Enter}");
  expect([field.value, chosen()]).toEqual(["Harrow Homes", "32"]);
  await user.keyboard("{Enter}");
  expect(onSubmit).not.toHaveBeenCalled();
});

test("Enter chooses nobody while the list belongs to the previous words", async () => {
  const { api, user, field, chosen } = await openField();
  await user.click(field);
  await options();
  await isFound();
  api.answer({ clients: { list: () => [clientRow({ id: 33, companyName: "Kestrel" })] } });
  await user.type(field, "kes{Enter}");
  expect([field.value, chosen()]).toEqual(["kes", "null"]);
  await screen.findByRole("option", { name: /Kestrel/ });
  await isFound();
  await user.keyboard("{Enter}");
  expect([field.value, chosen()]).toEqual(["Kestrel", "33"]);
});

test("Escape closes the list and then the dialog, and retains the choice", async () => {
  const { user, field, chosen, onClose } = await openField();
  await user.click(field);
  await user.click(within(await screen.findByRole("listbox", { name: "Customers" })).getByText("Harrow Homes"));
  expect(chosen()).toBe("32");
  await user.click(field);
  await options();
  await user.keyboard("{Escape}");
  expect(field.getAttribute("aria-expanded")).toBe("false");
  expect(onClose).not.toHaveBeenCalled();
  expect([field.value, chosen()]).toEqual(["Harrow Homes", "32"]);
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
  expect([field.value, chosen()]).toEqual(["Harrow Homes", "32"]);
});

test("leaving the field chooses nobody, and other words undo the choice", async () => {
  const { user, field, chosen } = await openField();
  await user.type(field, "har");
  await options();
  await user.tab();
  expect(field.getAttribute("aria-expanded")).toBe("false");
  expect([field.value, chosen()]).toEqual(["har", "null"]);
  await user.click(field);
  await options();
  await isFound();
  await user.keyboard("{Enter}");
  expect([field.value, chosen()]).toEqual(["Harbour Blinds", "31"]);
  await user.keyboard("x");
  expect(chosen()).toBe("null");
});
