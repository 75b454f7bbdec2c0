import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { readCommand } from "#client/app/palette/palette-entries.ts";
import { Shell } from "#client/app/shell.tsx";
import { DataTable } from "#client/components/table/data-table.tsx";
import { Dialog } from "#client/components/ui/overlay/dialog.tsx";
import type { Reply } from "#client/lib/api.ts";
import { receiveScans } from "#client/lib/scans.ts";
import { close, type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderDetails, orderRow } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";

const nothing: Reply<"search", "find"> = { quotes: [], orders: [], remakes: [], invoices: [], clients: [], products: [] };
const order = { id: 12, title: "ORD-12", subtitle: "Mrs Patel", path: "/orders?order=12" };

const open = (role: Role = "customer", calls: FakeCalls = { search: { find: () => nothing } }, over?: ReactNode) => {
  const api = fakeApi(calls);
  const user = person(role);
  const page = renderPage(
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
      {over}
    </Shell>,
    { user, path: "/orders" },
  );
  return { ...page, api };
};
const field = () => screen.findByRole("combobox", { name: /^Find/ });
const titles = () => screen.getAllByRole("option").map((option) => option.textContent);

/* This test is first, because the palette's module loads once per file. */
test("keys typed before the palette has loaded become its first input and do nothing else", async () => {
  const { person: user, history } = open();
  await user.keyboard("/?n");
  expect(history).toEqual(["/orders"]);
  await user.type(await field(), "w");
  expect(await field()).toHaveProperty("value", "?nw");
  await user.keyboard("{Escape}/");
  expect(await field()).toHaveProperty("value", "");
});

test.each(["/", "{Control>}k{/Control}", "{Meta>}k{/Meta}"])("%s opens the palette, and Enter opens the chosen entry", async (keys) => {
  const { person: user, history } = open();
  await user.keyboard(keys);
  await user.type(await field(), "sett");
  expect(titles()).toEqual(["Settings"]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.at(-1)).toBe("/settings"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the palette's field has the focus on touch screens too", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  const { person: user } = open();
  const [find] = screen.getAllByRole("button", { name: /^Find/ });
  if (find) await user.click(find);
  const there = await field();
  expect(document.activeElement).toBe(there);
  vi.unstubAllGlobals();
});

test("the arrow keys choose an entry, and screen readers announce it", async () => {
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
  await screen.findByText(/^Nothing found for/);
  await user.keyboard("{Enter}");
  expect(history).toEqual(["/orders"]);
});

test.each<[Role, string[]]>([
  ["customer", ["New Quote", "Request Remake", "What you owe", "Late orders", "Unpaid orders", "People", "Change password"]],
  ["supplier", ["Mark as shipped", "Late orders", "People", "Change password"]],
  ["admin", ["New Quote", "Who owes", "Statements", "Late orders", "Unpaid orders", "Approve clients", "Change password"]],
])("a %s has these actions, and the screens that the role may open", async (role, actions) => {
  const { person: user } = open(role);
  await user.keyboard("/");
  await field();
  const group = within(screen.getByRole("group", { name: "Actions" }));
  expect(group.getAllByRole("option").map((option) => option.textContent)).toEqual(actions);
  const screens = within(screen.getByRole("group", { name: "Screens" }));
  expect(screens.queryByRole("option", { name: "Pricing" })).toBeNull();
  screens.getByRole("option", { name: "Orders" });
});

test("a screen precedes an action whose title contains the screen's name", async () => {
  const { person: user, history } = open();
  await user.keyboard("/");
  await user.type(await field(), "orders{Enter}");
  await waitFor(() => expect(history).toEqual(["/orders", "/orders"]));
});

test("the key ? lists the shortcuts, and n opens a new quote for people who may create one", async () => {
  const { person: user, history } = open("supplier");
  await user.keyboard("n");
  expect(history).toEqual(["/orders"]);
  await user.keyboard("?");
  const list = await screen.findByRole("dialog", { name: "Keys" });
  expect(within(list).queryByText("New quote")).toBeNull();
  expect(within(list).queryByText("In New Quote")).toBeNull();
});

test("the key ? works over a dialog, which regains the focus afterwards; other keys do not", async () => {
  const onCloseRequest = vi.fn();
  const { person: user, history } = open(
    "customer",
    {},
    <Dialog open onCloseRequest={onCloseRequest} title="Edit Quote">
      <input aria-label="Job name" />
      <button type="button">Duplicate</button>
    </Dialog>,
  );
  const keys = () => screen.queryByRole("dialog", { name: "Keys" });
  await user.type(screen.getByLabelText("Job name"), "?");
  expect(keys()).toBeNull();
  await user.tab();
  await user.keyboard("n/?");
  await screen.findByRole("dialog", { name: "Keys" });
  await user.keyboard("?{Escape}");
  await waitFor(() => expect(keys()).toBeNull());
  expect(document.activeElement?.textContent).toBe("Duplicate");
  expect(onCloseRequest).not.toHaveBeenCalled();
  expect(history).toEqual(["/orders"]);
});

test("a customer's key n opens New Quote", async () => {
  const { person: user, history } = open();
  await user.keyboard("n");
  expect(history.at(-1)).toBe("/quotes?new=quote");
});

test("the keys j and k move from row to row", async () => {
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

test("the key x presses the checkbox of the focused row, and does nothing without one", async () => {
  const row = (
    <ul>
      <li>
        <button type="button" data-opener>
          ORD-9
        </button>
        <input type="checkbox" aria-label="Choose ORD-9" />
      </li>
    </ul>
  );
  const { person: user } = open("supplier", undefined, row);
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Choose ORD-9" });
  await user.keyboard("x");
  await user.keyboard("jjjx");
  expect(box.checked).toBe(false);
  await user.keyboard("jx");
  expect(box.checked).toBe(true);
  await user.keyboard("x");
  expect(box.checked).toBe(false);
});

test("the shortcut keys type letters in a field and do nothing over a dialog", async () => {
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

test("the palette searches from two characters on, once per text, and Enter opens a result", async () => {
  const {
    person: user,
    history,
    api,
  } = open("customer", { search: { find: ({ query }) => (query.q === "patel" ? { ...nothing, orders: [order] } : nothing) } });
  await user.keyboard("/");
  await user.type(await field(), "p");
  await user.type(await field(), "atel");
  await screen.findByRole("option", { name: /ORD-12/ });
  expect(api.asked("search", "find").map(({ query }) => query.q)).toEqual(["patel"]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.at(-1)).toBe("/orders?order=12"));
});

test("Enter before the reply opens the reply's first result", async () => {
  const { person: user, history } = open("customer", { search: { find: () => ({ ...nothing, orders: [order] }) } });
  await user.keyboard("/");
  await user.type(await field(), "ord-12{Enter}");
  await waitFor(() => expect(history.at(-1)).toBe("/orders?order=12"));
});

test("a reply to words that have changed since is dropped", async () => {
  let late: (found: Reply<"search", "find">) => void = () => {};
  const slow = new Promise<Reply<"search", "find">>((resolve) => {
    late = resolve;
  });
  const { person: user, api } = open("customer", { search: { find: ({ query }) => (query.q === "pat" ? slow : nothing) } });
  await user.keyboard("/");
  await user.type(await field(), "pat");
  await waitFor(() => expect(api.asked("search", "find")).toHaveLength(1));
  await user.type(await field(), "rick");
  await screen.findByText("Nothing found for “patrick”");
  late({ ...nothing, orders: [order] });
  await slow;
  expect(screen.queryByRole("option", { name: /ORD-12/ })).toBeNull();
});

test("a result's line starts with its company and job, then number, state and day", async () => {
  const subtitle = "Seaside Shutters · Kitchen · PO 7 · Shipped · due 7 Dec";
  const hit = (id: number, title: string, more: string | null) => ({ id, title, subtitle: more, path: "/" });
  const results = {
    ...nothing,
    orders: [hit(12, "ORD-12", subtitle), hit(13, "ORD-13", "Pending · ordered 19 Nov")],
    clients: [hit(4, "Seaside Shutters", "Ada · ada@seaside.test")],
  };
  const { person: user } = open("admin", { search: { find: () => results } });
  await user.keyboard("/");
  await user.type(await field(), "seaside");
  const option = await screen.findByRole("option", { name: /Kitchen/ });
  expect([...option.children].map((line) => line.textContent?.replaceAll("\u00A0", " "))).toEqual([
    "Seaside Shutters · Kitchen · PO 7",
    "ORD-12 · Shipped · due 7 Dec",
  ]);
  expect(titles()).toEqual([expect.any(String), "ORD-13Pending · ordered 19 Nov", "Seaside ShuttersAda · ada@seaside.test"]);
});

test("close matches are labelled as close matches", async () => {
  const { person: user, api } = open("customer", { search: { find: () => close({ ...nothing, orders: [order] }) } });
  await user.keyboard("/");
  await user.type(await field(), "patle");
  await screen.findByRole("option", { name: /ORD-12/ });
  expect(screen.getByRole("status").textContent).toBe("Nothing exactly like that. Close to it:");
  api.answer({ search: { find: () => ({ ...nothing, orders: [order] }) } });
  await user.type(await field(), "{Backspace}");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("1 found"));
});

test("a failed palette search displays an error", async () => {
  const { person: user } = open("customer", { search: { find: fails(500) } });
  await user.keyboard("/");
  await user.type(await field(), "zz");
  await screen.findByText(/^The search failed/);
});

test("Mark as shipped asks for the order and confirms the move", async () => {
  const { person: user, api } = open("supplier", {
    search: { find: () => ({ ...nothing, orders: [order], remakes: [{ ...order, id: 3, title: "RMK-3" }] }) },
    orders: { read: () => orderDetails(orderRow({ orderStatus: "processing" })), changeStatus: () => orderRow({ orderStatus: "shipped" }) },
  });
  await user.keyboard("/");
  await user.type(await field(), "shipped{Enter}");
  await user.type(await screen.findByRole("combobox", { name: "Which order was shipped?" }), "patel");
  await screen.findByRole("option", { name: /ORD-12/ });
  expect(titles()).toEqual(["ORD-12Mrs Patel"]);
  await user.keyboard("{Enter}");
  const asks = await screen.findByRole("dialog", { name: /ORD-12/ });
  expect(api.asked("orders", "changeStatus")).toEqual([]);
  await user.click(within(asks).getByRole("button", { name: /^Update/ }));
  await waitFor(() => expect(api.asked("orders", "changeStatus").map(({ body }) => body.status)).toEqual(["shipped"]));
});

test("the empty palette begins with the records that were opened last, newest first, by their job", async () => {
  const calls: FakeCalls = { orders: { list: () => [orderRow({ id: 12, jobName: "Mrs Patel" })] }, search: { find: () => nothing } };
  const { person: user, client, navigate, history } = open("customer", calls);
  client.setQueryData(["orders", "list", "pages", {}], { pages: [[orderRow({ id: 12, jobName: "Mrs Patel" })]] });
  act(() => navigate("/orders?order=12&view=late"));
  act(() => navigate("/quotes?quote=7"));
  act(() => navigate("/orders?order=12"));
  act(() => navigate("/settings"));
  await user.keyboard("/");
  await field();
  expect(titles().slice(0, 3)).toEqual(["Mrs PatelORD-12", "Q-7", "New Quote"]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.at(-1)).toBe("/orders?order=12"));
});

test.each([
  ["owe", "customer", "What you owe"],
  ["statement", "customer", "What you owe"],
  ["owe", "super_admin", "Who owes"],
  ["statement", "super_admin", "Statements"],
] as const)("%s typed by a %s leads to %s", async (typed, role, title) => {
  const { person: user } = open(role);
  await user.keyboard("/");
  await user.type(await field(), typed);
  expect(titles()[0]).toBe(title);
});

test.each([
  ["invoice 42", "INV-00042", "invoices"],
  ["change order 12", "ORD-12", "orders"],
  ["quote Hughes", "Hughes", "quotes"],
  ["invoices", "invoices", null],
] as const)("%s searches for %s", (typed, words, kind) => {
  expect(readCommand(typed)).toEqual({ words, kind });
});

test("a label that is scanned while the palette is open closes it and goes where the scanner goes", async () => {
  const { person: user, history } = open("supplier");
  await user.keyboard("/");
  // The first scan lost its beginning to the key that opened the palette.
  await user.type(await field(), "whop/53?piece=311.9http://portal.example/workshop/36?piece=512.3{Enter}");
  await waitFor(() => expect(history.at(-1)).toBe("/workshop/36?piece=512.3"));
  expect(screen.queryByRole("dialog")).toBeNull();
  const codes: string[] = [];
  onTestFinished(receiveScans((code) => codes.push(code)));
  await user.keyboard("/");
  await user.type(await field(), "ORD-36 512.4{Enter}");
  expect(codes).toEqual(["ORD-36 512.4"]);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(history.at(-1)).toBe("/workshop/36?piece=512.3");
});
