import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DataTable } from "#client/components/table/data-table.tsx";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Role } from "#shared/domain/roles.ts";
import { Shell } from "../shell.tsx";

const open = (role: Role = "customer") => {
  fakeApi({});
  const user = person(role);
  return renderPage(
    <Shell user={user}>
      <h1>Orders</h1>
      <input aria-label="Search orders" />
      <DataTable
        caption="Orders"
        columns={[{ id: "order", header: "Order #", cell: ({ id }: { id: number }) => `ORD-${id}` }]}
        rows={[{ id: 3 }, { id: 2 }, { id: 1 }]}
        rowKey={({ id }) => id}
        onRowClick={() => {}}
      />
    </Shell>,
    { user, path: "/orders" },
  );
};
const field = () => screen.findByRole("combobox", { name: /^Find/ });
const titles = () => screen.getAllByRole("option").map((option) => option.textContent);

test.each(["/", "{Control>}k{/Control}", "{Meta>}k{/Meta}"])("%s opens the palette, and Enter goes to what is chosen", async (keys) => {
  const { person: user, history } = open();
  await user.keyboard(keys);
  await user.type(await field(), "sett");
  expect(titles()).toEqual(["Settings"]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.at(-1)).toBe("/settings"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the arrow keys choose, and what is chosen is said to screen readers", async () => {
  const { person: user, history } = open();
  await user.keyboard("/");
  const input = await field();
  const chosen = () => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent;
  expect(chosen()).toBe("New Quote");
  await user.keyboard("{ArrowDown}");
  expect(chosen()).toBe("Request Remake");
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(chosen()).toBe(titles().at(-1));
  await user.keyboard("{Home}nothing of that name");
  screen.getByText(/^Nothing found for/);
  await user.keyboard("{Enter}");
  expect(history).toEqual(["/orders"]);
});

test.each<[Role, string[]]>([
  ["customer", ["New Quote", "Request Remake", "Change password"]],
  ["supplier", ["Change password"]],
  ["admin", ["New Quote", "Approve clients", "Change password"]],
])("a %s has these actions, and the screens that he may open", async (role, actions) => {
  const { person: user } = open(role);
  await user.keyboard("/");
  await field();
  const group = within(screen.getByRole("group", { name: "Actions" }));
  expect(group.getAllByRole("option").map((option) => option.textContent)).toEqual(actions);
  const screens = within(screen.getByRole("group", { name: "Screens" }));
  expect(screens.queryByRole("option", { name: "Pricing" })).toBeNull();
  screens.getByRole("option", { name: "Orders" });
});

test("? lists the keys, and n is a new quote for those who may make one", async () => {
  const { person: user, history } = open("supplier");
  await user.keyboard("n");
  expect(history).toEqual(["/orders"]);
  await user.keyboard("?");
  const list = await screen.findByRole("dialog", { name: "Keys" });
  expect(within(list).queryByText("New quote")).toBeNull();
});

test("a customer's n opens New Quote", async () => {
  const { person: user, history } = open();
  await user.keyboard("n");
  expect(history.at(-1)).toBe("/quotes?new=quote");
});

test("j and k go from row to row", async () => {
  const { person: user } = open();
  const at = () => document.activeElement?.textContent;
  await user.keyboard("j");
  expect(at()).toBe("ORD-3");
  await user.keyboard("jj");
  expect(at()).toBe("ORD-1");
  await user.keyboard("j");
  expect(at()).toBe("ORD-1");
  await user.keyboard("kk");
  expect(at()).toBe("ORD-3");
});

test("in a field these keys are letters, and over a dialog they do nothing", async () => {
  const { person: user, history } = open();
  const input = screen.getByRole<HTMLInputElement>("textbox", { name: "Search orders" });
  await user.type(input, "/?njk");
  expect(input.value).toBe("/?njk");
  expect(screen.queryByRole("dialog")).toBeNull();
  input.blur();
  await user.keyboard("?");
  await screen.findByRole("dialog", { name: "Keys" });
  await user.keyboard("/nj{Control>}k{/Control}");
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  expect(history).toEqual(["/orders"]);
});
