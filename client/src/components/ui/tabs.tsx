import * as Radix from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: ReactNode; content: ReactNode }[];
  /** The tabs share the whole width, as on a sign-in card. */
  stretch?: boolean;
  className?: string;
};

export function Tabs<Value extends string>({ label, value, onChange, tabs, stretch, className }: TabsProps<Value>) {
  const choose = (next: string) => {
    const tab = tabs.find((candidate) => candidate.value === next);
    if (tab) onChange(tab.value);
  };
  return (
    <Radix.Root value={value} onValueChange={choose} className={className}>
      <Radix.List aria-label={label} className="flex gap-6 overflow-x-auto border-b [scrollbar-width:none]">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cx(
              "-mb-px min-h-11 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-muted transition-colors duration-150 -outline-offset-2",
              "hover:text-text data-[state=active]:border-accent data-[state=active]:text-text",
              stretch && "flex-1",
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6 outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
