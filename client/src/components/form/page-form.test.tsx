import { zodResolver } from "@hookform/resolvers/zod";
import { screen, waitFor } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { renderPage } from "#client/testing/render-page.tsx";
import { TextField } from "./fields.tsx";
import { PageForm } from "./page-form.tsx";

const rules = z.object({ name: z.string().min(3, "Name is too short") });

test("a form on a page displays its errors, and submits the values that its schema returns", async () => {
  const sent = vi.fn();
  function NameForm() {
    const form = useForm<z.input<typeof rules>, unknown, z.output<typeof rules>>({
      resolver: zodResolver(rules),
      defaultValues: { name: "Al" },
    });
    return (
      <PageForm form={form} pending={false} onSubmit={sent}>
        <TextField control={form.control} name="name" label="Name" />
        <button type="submit">Save</button>
      </PageForm>
    );
  }
  const { person } = renderPage(<NameForm />);
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Name is too short");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
  expect(sent).not.toHaveBeenCalled();
  await person.type(screen.getByLabelText("Name"), "bert");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[0]).toEqual({ name: "Albert" });
});
