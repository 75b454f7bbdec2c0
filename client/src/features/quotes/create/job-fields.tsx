import { StickyNote, UserRound } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useFormState } from "react-hook-form";
import { TextareaField, TextField } from "#client/components/form/fields.tsx";
import { JOB_NAME, PO_NUMBER } from "#client/components/form/job-words.ts";
import { Button } from "#client/components/ui/control/button.tsx";
import { LONGEST } from "#shared/domain/longest.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { focusField } from "../form/use-windows.ts";
import { SiteFields, SiteLine } from "./site-fields.tsx";

const SITE = ["customerName", "customerPhone", "customerEmail", "siteAddress"] as const;

/**
 * The fitter's name for the job, which is in every list, email and document. The note is for the
 * office alone.
 */
export function JobFields({ quote }: { quote: QuoteForm }) {
  const { control } = quote.form;
  const [noting, setNoting] = useState(() => Boolean(quote.form.getValues("note")));
  // In the survey the job has its own page, and the homeowner is beside the fitter.
  const [addressing, setAddressing] = useState(() => quote.paged || quote.form.getValues(SITE).some(Boolean));
  const [isFolded, setFolded] = useState(() => !quote.paged && addressing);
  const { errors } = useFormState({ control, name: SITE });
  const folded = isFolded && !SITE.some((field) => errors[field]);
  /** The survey has a page for the homeowner with room for all fields. */
  const foldSite = () => {
    if (quote.paged) return;
    if (quote.form.getValues(SITE).some(Boolean)) setFolded(true);
    else setAddressing(false);
  };
  const openSite = () => {
    flushSync(() => setFolded(false));
    focusField("customerName");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields inside
    <div
      onKeyDown={quote.onEnter}
      className="grid min-w-0 flex-1 items-end gap-x-4 gap-y-2 px-page pt-2 pb-4 *:max-lg:col-span-full sm:grid-cols-5 lg:grid-cols-[3fr_2fr_auto]"
    >
      <TextField control={control} {...JOB_NAME} className="sm:max-lg:col-span-3!" />
      <TextField control={control} {...PO_NUMBER} className="sm:max-lg:col-span-2!" />
      {addressing && (folded ? <SiteLine quote={quote} onOpen={openSite} /> : <SiteFields quote={quote} onLeave={foldSite} />)}
      {noting && (
        <TextareaField
          control={control}
          name="note"
          label="Note for the office"
          optional
          rows={2}
          maxLength={LONGEST.note}
          className="col-span-full"
        />
      )}
      {!(noting && addressing) && (
        <div className="-ml-2 flex flex-wrap justify-self-start lg:flex-col lg:items-start">
          {!addressing && (
            <Button
              variant="ghost"
              size="sm"
              icon={<UserRound />}
              onClick={() => {
                flushSync(() => {
                  setFolded(false);
                  setAddressing(true);
                });
                focusField("customerName");
              }}
              className="whitespace-nowrap"
            >
              Add the customer
            </Button>
          )}
          {!noting && (
            <Button
              variant="ghost"
              size="sm"
              icon={<StickyNote />}
              onClick={() => {
                // The field must render before the next key, so that text typed at once goes into
                // the note.
                flushSync(() => setNoting(true));
                focusField("note");
              }}
              className="whitespace-nowrap"
            >
              Add a note
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
