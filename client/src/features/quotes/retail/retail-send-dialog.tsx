import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { CopyButton } from "#client/components/page/copy-button.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { MeasuresToCheck } from "#client/components/window/measures-to-check.tsx";
import { query, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { email } from "#shared/http/wire.ts";
import type { Quote } from "../quote-actions.ts";
import { LinkStanding, type Quotation } from "./link-standing.tsx";

const FAILED = "Failed to make the link";
const form = z.object({ sendTo: z.union([email, z.literal("")], "Please enter a valid email address") });

/**
 * Sends the quotation in its present version, by email in the fitter's name or as a link that he
 * forwards (rule T6).
 */
export default function RetailSendDialog({ quote, quotation, onClose }: { quote: Quote; quotation: Quotation; onClose: () => void }) {
  const fields = useForm<z.input<typeof form>>({ resolver: zodResolver(form), defaultValues: { sendTo: quotation.customer.email } });
  const [newLink, setNewLink] = useState<{ url: string; sentTo: string } | null>(null);
  const create = useCall("retail", "createLink", { failure: FAILED });
  const revoke = useCall("retail", "revokeLink", { success: "The link no longer works", failure: "Failed to revoke the link" });
  const items = useQuery(query("quotes", "items", { params: { id: quote.id } }));
  const { links } = quotation;
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Send to your customer"
      number={quoteNumber(quote.id)}
      description={`Your quotation of ${formatMoney(quotation.total)}, as it is now. Later changes do not appear under this link.`}
      form={fields}
      onSubmit={({ sendTo }) =>
        create.mutate(
          { params: { id: quote.id }, body: sendTo ? { sendTo } : {} },
          {
            onSuccess: ({ url }) => {
              fields.reset({ sendTo });
              setNewLink({ url, sentTo: sendTo });
            },
          },
        )
      }
      submitLabel={newLink ? null : "Make the link"}
      cancelLabel={newLink ? "Close" : "Cancel"}
      pending={create.isPending}
      error={create.error && failureSentence(create.error, FAILED)}
    >
      <MeasuresToCheck windows={items.data} />
      {newLink ? (
        <div className="flex flex-col gap-3" role="status">
          <p>{newLink.sentTo ? `It was emailed to ${newLink.sentTo} in your name.` : "Pass this link on. It is displayed only once."}</p>
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 truncate rounded-sm bg-raised px-3 py-2 text-sm">{newLink.url}</code>
            <CopyButton text={newLink.url} label="Copy link" />
          </div>
        </div>
      ) : (
        <TextField
          control={fields.control}
          name="sendTo"
          label="Email it to"
          optional
          inputMode="email"
          hint="In your name, and replies come to you. Leave it empty to pass the link on yourself."
        />
      )}
      {links.length > 0 && (
        <ul aria-label="Links" className="flex flex-col gap-2 border-border border-t pt-4 text-sm">
          {links.map((link) => (
            <li key={link.id} className="flex items-center justify-between gap-4">
              <span>
                Revision {link.revision}: <LinkStanding link={link} />
              </span>
              {link.state === "open" && (
                <Button
                  size="sm"
                  variant="ghost"
                  className="-mr-3 shrink-0 whitespace-nowrap"
                  pending={revoke.isPending}
                  onClick={() => revoke.mutate({ params: { id: quote.id, linkId: link.id } })}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
