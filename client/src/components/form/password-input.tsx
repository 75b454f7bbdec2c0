import { clsx } from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { fieldClass } from "#client/components/ui/control/field-class.ts";
import { IconButton } from "#client/components/ui/control/icon-button.tsx";

/** A password that its owner may look at. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <span className={clsx("relative block", className)}>
      <input type={shown ? "text" : "password"} autoCapitalize="none" spellCheck={false} {...rest} className={clsx(fieldClass, "pr-11")} />
      <IconButton
        label={shown ? "Hide password" : "Show password"}
        icon={shown ? <EyeOff /> : <Eye />}
        size="sm"
        className="absolute! top-1/2 right-0.5 -translate-y-1/2"
        onClick={() => setShown(!shown)}
      />
    </span>
  );
}
