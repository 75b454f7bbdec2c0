import { screen, waitFor } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { findToast } from "#client/testing/find-toast.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { TextField } from "./fields.tsx";
import { lateResolver, PageForm } from "./page-form.tsx";

const rules = z.object({ name: z.string().min(3, "Name is too short") });

function formWith(load: () => Promise<typeof rules>, onSubmit: (body: unknown) => void) {
  const resolver = lateResolver(load);
  return function NameForm() {
    const form = useForm<z.input<typeof rules>, unknown, z.output<typeof rules>>({ resolver, defaultValues: { name: "Al" } });
    return (
      <PageForm form={form} pending={false} onSubmit={onSubmit}>
        <TextField control={form.control} name="name" label="Name" />
        <button type="submit">Save</button>
      </PageForm>
    );
  };
}

test("a form is judged by rules that came after it", async () => {
  const sent = vi.fn();
  const NameForm = formWith(async () => rules, sent);
  const { person } = renderPage(<NameForm />);
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Name is too short");
  await person.type(screen.getByLabelText("Name"), "bert");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[0]).toEqual({ name: "Albert" });
});

test("nothing is sent unjudged: where the rules can't come, the form says so and keeps what was typed", async () => {
  const sent = vi.fn();
  let line: "dead" | "alive" = "dead";
  const NameForm = formWith(async () => {
    if (line === "dead") throw new TypeError("Failed to fetch");
    return rules;
  }, sent);
  const { person } = renderPage(<NameForm />);
  await person.type(screen.getByLabelText("Name"), "bert");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await findToast(
    "Error: This could not be loaded. Check your connection, then try again. If the portal has been updated meanwhile, reload the page.",
  );
  expect(sent).not.toHaveBeenCalled();
  line = "alive";
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[0]).toEqual({ name: "Albert" });
});
