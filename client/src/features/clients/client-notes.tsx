import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { ListedDate } from "#client/components/facts/values.tsx";
import { DayField } from "#client/components/form/day-field.tsx";
import { TextareaField } from "#client/components/form/fields.tsx";
import { PageForm } from "#client/components/form/page-form.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { LoadMore } from "#client/components/ui/display/table.tsx";
import { FactsSkeleton } from "#client/components/ui/display/waiting.tsx";
import { type Reply, useCall, useIdempotencyKey, usePages } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { noteBody } from "#shared/contract/client-pages.ts";
import { londonDay } from "#shared/domain/period.ts";

/** The office's internal notes about a client. */
export function ClientNotes({ clientId }: { clientId: number }) {
  const notes = usePages("clients", "notes", { params: { id: clientId }, query: {} });
  return (
    <Panel title="Notes" description="Only for our office.">
      <NoteForm clientId={clientId} />
      <QueryView query={notes} failure="Failed to fetch the notes" skeleton={<FactsSkeleton facts={2} />}>
        {(rows) => (
          <>
            <ul className="mt-4 flex flex-col divide-y border-t empty:hidden">
              {rows.map((note) => (
                <Note key={note.id} clientId={clientId} note={note} />
              ))}
            </ul>
            {notes.hasNextPage && (
              <LoadMore
                count={rows.length}
                noun={["note", "notes"]}
                hasMore
                pending={notes.isFetchingNextPage}
                onLoadMore={() => void notes.fetchNextPage()}
              />
            )}
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function NoteForm({ clientId }: { clientId: number }) {
  const form = useForm<z.input<typeof noteBody>, unknown, z.output<typeof noteBody>>({
    resolver: zodResolver(noteBody),
    defaultValues: { text: "", remindOn: null },
  });
  const keyFor = useIdempotencyKey();
  const add = useCall("clients", "addNote", { success: "Note added", failure: "Failed to add the note", onSuccess: () => form.reset() });
  return (
    <PageForm
      label="Add a note"
      form={form}
      pending={add.isPending}
      onSubmit={({ remindOn, ...rest }) => {
        const body = { ...rest, ...(remindOn && { remindOn }) };
        add.mutate({ params: { id: clientId }, body, idempotencyKey: keyFor({ clientId, body, count: add.submittedAt }) });
      }}
    >
      <TextareaField control={form.control} name="text" label="New note" rows={2} />
      <DayField
        control={form.control}
        name="remindOn"
        label="Remind me on (optional)"
        hint="From that day on it is on your dashboard, until you mark it as done."
        min={londonDay(new Date())}
      />
      <Button type="submit" pending={add.isPending} className="self-start">
        Add note
      </Button>
    </PageForm>
  );
}

type NoteProps = { clientId: number; note: Reply<"clients", "notes">[number] };

function Note({ clientId, note }: NoteProps) {
  const user = useUser();
  const finish = useCall("clients", "finishNote", { success: "Reminder done", failure: "Failed to mark the reminder as done" });
  const params = { id: clientId, noteId: note.id };
  const isOwn = note.by.id === user.id;
  const remove = useCall("clients", "deleteNote", { success: "Note deleted", failure: "Failed to delete the note" });
  return (
    <li className="py-3">
      <p className="max-w-prose break-words whitespace-pre-wrap">{note.text}</p>
      <p className="mt-1 flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
        <span>
          {note.by.contactName}, <ListedDate value={note.createdAt} time />
          {note.remindOn !== null && (
            <>
              {" "}
              · reminder on <ListedDate value={note.remindOn} />
              {note.doneAt !== null && ", done"}
            </>
          )}
        </span>
        {isOwn && (
          <span className="flex flex-wrap gap-2">
            {note.remindOn !== null && note.doneAt === null && (
              <Button size="sm" pending={finish.isPending} onClick={() => finish.mutate({ params })}>
                Done
              </Button>
            )}
            <Button size="sm" variant="ghost" pending={remove.isPending} onClick={() => remove.mutate({ params })}>
              Delete
            </Button>
          </span>
        )}
      </p>
    </li>
  );
}
