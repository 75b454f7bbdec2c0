import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { buttonClass } from "#client/components/ui/control/button.tsx";

type FileButtonProps = Omit<ComponentProps<"input">, "type" | "onChange"> & {
  icon: ReactNode;
  onChosen: (files: readonly File[]) => void;
};

/** The label looks like a button, and the input handles the keyboard. */
export function FileButton({ icon, onChosen, className, children, ...input }: FileButtonProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <span className={clsx("relative inline-flex", className)}>
      <input
        {...input}
        id={id}
        type="file"
        className="peer sr-only"
        onChange={(event) => {
          onChosen([...(event.target.files ?? [])]);
          // Without this, the input would see no change when a removed file is chosen again.
          event.target.value = "";
        }}
      />
      <label
        htmlFor={id}
        className={clsx(
          buttonClass(),
          "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:pointer-events-none peer-disabled:opacity-50 [&>svg]:size-4",
        )}
      >
        {icon}
        {children}
      </label>
    </span>
  );
}
