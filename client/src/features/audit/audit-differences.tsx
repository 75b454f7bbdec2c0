import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import type { Difference } from "./differences.ts";

/** Before and after beside each other, one fact in a row. */
export function AuditDifferences({ changes }: { changes: readonly Difference[] }) {
  if (changes.length === 0) return <p className="text-muted">Nothing was changed by it.</p>;
  return (
    <Table className="table-fixed">
      <caption className="sr-only">Before and after</caption>
      <thead>
        <tr>
          <TableHead>Fact</TableHead>
          <TableHead>Before</TableHead>
          <TableHead>After</TableHead>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, before, after }) => (
          <TableRow key={name}>
            <TableCell className={`${cell} pr-3 text-muted`}>{name}</TableCell>
            <TableCell className={`${cell} px-3`}>{before ?? <span className="text-muted">–</span>}</TableCell>
            <TableCell className={`${cell} pl-3 font-medium`}>{after ?? <span className="font-normal text-muted">–</span>}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

const cell = "border-b py-2 align-top break-words whitespace-pre-line";
