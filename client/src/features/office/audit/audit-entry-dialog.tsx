import { Link } from "wouter";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { Breakable, DateText } from "#client/components/facts/values.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import type { Reply } from "#client/lib/api.ts";
import { ROLE_LABEL } from "#shared/domain/roles.ts";
import type { AuditFilters } from "./audit-filter-bar.tsx";

export type AuditEntry = Reply<"audit", "list">[number];

type AuditEntryDialogProps = { entry: AuditEntry; onClose: () => void; onOnly: (filters: Partial<AuditFilters>) => void };

/** One entry in full, with buttons that filter the trail by its person or its record. */
export function AuditEntryDialog({ entry, onClose, onOnly }: AuditEntryDialogProps) {
  const { actor, onBehalfOf, targetType, targetId } = entry;
  return (
    <Dialog open onCloseRequest={onClose} title={entry.text} size="lg">
      <DialogBody className="flex flex-col gap-6">
        <DefinitionList
          facts={[
            { term: "Who", value: personWords(actor) ?? "Nobody was signed in" },
            onBehalfOf && { term: "On behalf of", value: personWords(onBehalfOf) },
            entry.tokenName !== null && { term: "API token", value: entry.tokenName },
            {
              term: "Thing",
              value:
                entry.path === null ? (
                  entry.thing
                ) : (
                  <Link href={entry.path} className={linkClass}>
                    {entry.thing}
                  </Link>
                ),
            },
            { term: "Time", value: <DateText value={entry.at} time /> },
            { term: "Network address", value: entry.ip ?? "None: the portal did it automatically" },
            { term: "Recorded as", value: entry.action },
          ]}
        />
        <AuditDifferences changes={entry.changes} />
      </DialogBody>
      <DialogFooter>
        {targetId !== null && <Button onClick={() => onOnly({ targetType, targetId })}>All about {entry.thing}</Button>}
        {actor && <Button onClick={() => onOnly({ actorId: actor.id })}>All by this person</Button>}
        {targetId === null && !actor && <Button onClick={onClose}>Close</Button>}
      </DialogFooter>
    </Dialog>
  );
}

const personWords = (person: AuditEntry["actor"]) =>
  person && (
    <>
      {person.name !== null && `${person.name}\n`}
      <Breakable text={person.email} />
      {`\n${ROLE_LABEL[person.role]}`}
    </>
  );

/** The old and new values side by side. */
function AuditDifferences({ changes }: { changes: AuditEntry["changes"] }) {
  if (changes.length === 0) return <p className="text-muted">Nothing was changed.</p>;
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
