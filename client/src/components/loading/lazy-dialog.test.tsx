import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { renderPage } from "#client/testing/render-page.tsx";
import { lazyDialog, usePreload } from "./lazy-dialog.tsx";

type QuestionProps = { about: string; onClose: () => void };

const Question = ({ about, onClose }: QuestionProps) => (
  <ConfirmDialog open onClose={onClose} title={about} confirmLabel="Yes" onConfirm={onClose} pending={false}>
    Really?
  </ConfirmDialog>
);

/** Renders a button that opens the dialog. `load` replaces the import of the dialog's file. */
function screenWith(load: () => Promise<typeof Question>) {
  const Lazy = lazyDialog(async () => ({ default: await load() }));
  return function Screen() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open && <Lazy about="Delete it?" onClose={() => setOpen(false)} />}
      </>
    );
  };
}

const openIt = async (person: ReturnType<typeof renderPage>["person"]) => person.click(screen.getByRole("button", { name: "Open" }));

/** React logs every error that a boundary catches. */
const withoutReactsWord = () => vi.spyOn(console, "error").mockImplementation(() => {});

test("a lazy dialog loads at its first opening and later opens in the same moment as the press", async () => {
  const load = vi.fn(async () => Question);
  const Screen = screenWith(load);
  const { person } = renderPage(<Screen />);
  expect(load).not.toHaveBeenCalled();
  await openIt(person);
  await screen.findByRole("alertdialog", { name: "Delete it?" });
  await person.keyboard("{Escape}");
  await openIt(person);
  screen.getByRole("alertdialog", { name: "Delete it?" });
  expect(load).toHaveBeenCalledTimes(1);
});

test("a slow lazy dialog displays its frame first, and closing it returns the focus to the button", async () => {
  let arrive = (_: typeof Question) => {};
  const Screen = screenWith(() => new Promise((resolve) => (arrive = resolve)));
  const { person } = renderPage(<Screen />);
  await openIt(person);
  expect((await screen.findByRole("status")).textContent).toBe("Loading");
  arrive(Question);
  await screen.findByRole("alertdialog", { name: "Delete it?" });
  expect(screen.queryByRole("status")).toBeNull();
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" }));
});

test("Escape, Close or a press outside cancels the frame of a loading dialog", async () => {
  const Screen = screenWith(() => new Promise(() => {}));
  const { person } = renderPage(<Screen />);
  const gone = () => expect(screen.queryByRole("status")).toBeNull();
  await openIt(person);
  await screen.findByRole("status");
  await person.keyboard("{Escape}");
  gone();
  await openIt(person);
  await person.click(await screen.findByRole("button", { name: "Close" }));
  gone();
  await openIt(person);
  await screen.findByRole("status");
  await person.click(document.querySelector("[data-modal-layer]") as Element);
  gone();
});

test("a lazy dialog preloads once the screen's queries are done, and loads again after a failure", async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (work: () => void) => idle.push(work));
  vi.stubGlobal("cancelIdleCallback", () => idle.pop());
  let rows = (_: unknown) => {};
  const load = vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue({ default: Question });
  const Lazy = lazyDialog<QuestionProps>(load);
  const Screen = () => {
    usePreload(Lazy);
    useQuery({ queryKey: ["rows"], queryFn: () => new Promise((resolve) => (rows = resolve)) });
    const [open, setOpen] = useState(false);
    return open ? (
      <Lazy about="Delete it?" onClose={() => {}} />
    ) : (
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
    );
  };
  const { person } = renderPage(<Screen />);
  await waitFor(() => expect(idle).toEqual([]));
  await act(async () => rows([]));
  // The person has begun to read the list.
  await waitFor(() => expect(idle).toHaveLength(1), { timeout: 5000 });
  await act(async () => idle[0]?.());
  expect(load).toHaveBeenCalledTimes(1);
  await openIt(person);
  await screen.findByRole("alertdialog", { name: "Delete it?" });
});

test("a lazy dialog that cannot load displays a failure, retries and returns the focus", async () => {
  withoutReactsWord();
  let line: "dead" | "alive" = "dead";
  const load = vi.fn(async () => {
    if (line === "dead") throw new TypeError("Failed to fetch dynamically imported module");
    return Question;
  });
  const Screen = screenWith(load);
  const { person } = renderPage(<Screen />);
  await openIt(person);
  const told = await screen.findByRole("alertdialog", { name: "This could not be loaded." });
  expect(told.textContent).toContain("Check your connection");
  within(told).getByRole("button", { name: "Reload the page" });
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("alertdialog", { name: /^This could not be loaded/ });
  line = "alive";
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("alertdialog", { name: "Delete it?" });
  expect(load).toHaveBeenCalledTimes(3);
  await person.keyboard("{Escape}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" }));
});

test("Escape closes a lazy dialog that cannot load, and the screen continues to work", async () => {
  withoutReactsWord();
  const Screen = screenWith(async () => Promise.reject(new TypeError("Failed to fetch")));
  const { person } = renderPage(<Screen />);
  await openIt(person);
  await screen.findByRole("alertdialog");
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" }));
});

test("a failed lazy dialog leaves the focus where the user moved it, although the screen renders", async () => {
  withoutReactsWord();
  const Lazy = lazyDialog<QuestionProps>(async () => Promise.reject(new TypeError("Failed to fetch")));
  const Screen = () => {
    const [count, setCount] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setCount(count + 1)}>
          Drawn {count} times
        </button>
        <Lazy about={`${count}`} onClose={() => {}} />
      </>
    );
  };
  const { person } = renderPage(<Screen />);
  await screen.findByRole("alertdialog");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Try again" }));
  await person.tab({ shift: true });
  const reload = screen.getByRole("button", { name: "Reload the page" });
  expect(document.activeElement).toBe(reload);
  // A refetched list renders the screen again in the same way.
  act(() => screen.getByRole("button", { name: "Drawn 0 times", hidden: true }).click());
  screen.getByRole("button", { name: "Drawn 1 times", hidden: true });
  expect(document.activeElement).toBe(reload);
});
