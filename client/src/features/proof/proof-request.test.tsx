import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ExportItem } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { useCall } from "#client/lib/api.ts";
import { type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast, noToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { ProofRequest } from "./proof-request.tsx";

const asks = fails(403, "Please confirm that it is you", { code: "prove" });
const ADDRESS = { address: "/calendar/abc.ics", url: "https://portal.test/calendar/abc.ics" };

function Screen() {
  const [make, revoke] = [
    useCall("calendar", "create", { success: "Made", failure: "Failed to make it" }),
    useCall("calendar", "delete", { success: "Revoked", failure: "Failed to revoke it" }),
  ];
  return (
    <>
      <Button onClick={() => make.mutate({})}>Make</Button>
      <Button onClick={() => revoke.mutate({})}>Revoke</Button>
      <PageHeader title="Clients" action={<ExportItem feature="clients" name="list" />} />
      <ProofRequest />
    </>
  );
}

/** A server that asks for a proof until the right password is sent. */
function startScreen() {
  let isProved = false;
  const ifProved =
    <T,>(reply: T) =>
    (): T =>
      isProved ? reply : asks();
  const calls: FakeCalls = {
    calendar: { create: ifProved(ADDRESS), delete: ifProved(null) },
    clients: { list: ifProved([]) },
    proof: {
      options: () => ({ accepts: ["password"] }),
      prove: ({ body }) => {
        if (body.password !== "correct horse") return fails(401, "This password is not right")();
        isProved = true;
        return null;
      },
    },
  };
  const api = fakeApi(calls);
  const { person: hand } = renderPage(<Screen />, { user: person("super_admin") });
  return { api, hand };
}

test("a refused action asks once by keyboard, and then completes once", async () => {
  const { api, hand } = startScreen();
  screen.getByRole("button", { name: "Make" }).focus();
  await hand.keyboard("{Enter}");
  const field = await screen.findByLabelText("Password");
  await waitFor(() => expect(document.activeElement).toBe(field));
  await hand.keyboard("wrong horse{Enter}");
  await screen.findByText("This password is not right");
  await hand.clear(field);
  await hand.keyboard("correct horse{Enter}");
  await findToast("Success: Made");
  expect(api.asked("calendar", "create")).toHaveLength(2);
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Make" })));
  await hand.click(screen.getByRole("button", { name: "Revoke" }));
  await findToast("Success: Revoked");
  expect(api.asked("proof", "prove")).toHaveLength(2);
});

test("a cancelled dialog sends nothing again and displays no error", async () => {
  const { api, hand } = startScreen();
  await hand.click(screen.getByRole("button", { name: "Make" }));
  await screen.findByLabelText("Password");
  await hand.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.asked("calendar", "create")).toHaveLength(1);
  noToast();
});

test("a refused export asks too, and then saves the file", async () => {
  const { api, hand } = startScreen();
  URL.createObjectURL = () => "blob:list";
  await hand.click(await screen.findByRole("button", { name: "More" }));
  await hand.click(screen.getByRole("menuitem", { name: "Export" }));
  await hand.type(await screen.findByLabelText("Password"), "correct horse{Enter}");
  await waitFor(() => expect(api.asked("clients", "list")).toHaveLength(2));
});
