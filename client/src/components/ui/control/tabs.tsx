import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from "react";

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  /** `pressed`: by pointer or Enter. An arrow key leaves the focus on the tab. */
  onChange: (value: Value, pressed: boolean) => void;
  tabs: readonly { value: Value; label: ReactNode; content: ReactNode }[];
  /** The tabs share the whole width, for example on the sign-in card. */
  stretch?: boolean;
  className?: string;
};

export function Tabs<Value extends string>({ tabs, value, stretch, className, ...strip }: TabsProps<Value>) {
  const id = useId();
  return (
    <div className={className}>
      <TabStrip id={id} tabs={tabs} value={value} stretch={stretch} {...strip} />
      {/* The key clears typed text when the panel changes. */}
      <div key={value} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pt-6 outline-offset-4">
        {tabs.find((tab) => tab.value === value)?.content}
      </div>
    </div>
  );
}

type TabStripProps<Value extends string> = Omit<TabsProps<Value>, "tabs" | "className"> & {
  /** The panel's id is `{id}-panel`, and `{id}-{value}` labels it. */
  id: string;
  tabs: readonly { value: Value; label: ReactNode }[];
};

/**
 * The Tab key stops at one tab; the arrows, Home and End select another. See
 * docs/decisions/007-libraries.md for the reason why these are our own.
 */
export function TabStrip<Value extends string>({ id, label, value, onChange, tabs, stretch }: TabStripProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const present = tabs.findIndex((tab) => tab.value === value);
  useScrollToTab(list, present);

  const choose = (event: KeyboardEvent) => {
    const target = targetOf(event.key, present, tabs.length);
    const tab = target === undefined ? undefined : tabs[target];
    if (target === undefined || !tab) return;
    event.preventDefault();
    onChange(tab.value, false);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[target]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={choose}
      className="relative flex gap-6 overflow-x-auto border-b pr-px [scrollbar-width:none]"
    >
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-selected={index === present}
          aria-controls={index === present ? `${id}-panel` : undefined}
          tabIndex={index === Math.max(0, present) ? 0 : -1}
          onClick={() => onChange(tab.value, true)}
          className={clsx(
            "-mb-px min-h-11 shrink-0 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-muted transition-colors duration-150 -outline-offset-2",
            "hover:text-text aria-selected:border-accent aria-selected:text-text",
            stretch && "flex-1",
          )}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/**
 * Scrolls the strip to the selected tab when that tab changes or moves, because an address may
 * select a tab beyond a phone's width, and counts that load widen the tabs before it.
 */
function useScrollToTab(list: RefObject<HTMLElement | null>, present: number): void {
  const place = useRef("");
  useLayoutEffect(() => {
    const strip = list.current;
    const tab = strip?.querySelectorAll<HTMLElement>("[role=tab]")[present];
    if (!strip || !tab || place.current === `${tab.offsetLeft} ${tab.offsetWidth}`) return;
    place.current = `${tab.offsetLeft} ${tab.offsetWidth}`;
    // Offsets are whole pixels, and a tab may end between two.
    const [edge, shown] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()];
    if (edge.left < shown.left || edge.right > shown.right) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  });
}

function targetOf(key: string, present: number, count: number): number | undefined {
  if (key === "ArrowRight") return (present + 1) % count;
  if (key === "ArrowLeft") return (present - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
