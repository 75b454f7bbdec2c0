import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** The plain parts of a table, for small ones inside a dialog. Lists of a screen use components/data-table.tsx. */
export function Table({ className, ...rest }: ComponentProps<"table">) {
  return <table className={clsx("w-full border-separate border-spacing-0 text-sm", className)} {...rest} />;
}

export function TableHead({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={clsx("border-b px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-muted first:pl-0 last:pr-0", className)}
      {...rest}
    />
  );
}

export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr className={className} {...rest} />;
}

export function TableCell({ className, ...rest }: ComponentProps<"td">) {
  return <td className={clsx("border-b px-3 py-2 align-top first:pl-0 last:pr-0", className)} {...rest} />;
}
