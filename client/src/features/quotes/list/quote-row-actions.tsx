import { Button } from "#client/components/ui/control/button.tsx";
import { DropdownMenu, type MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { documentPath, documents } from "#shared/contract/documents.ts";
import { quoteNumber } from "#shared/domain/references.ts";
import { PayNowButton } from "../pay/pay-now-button.tsx";
import { ACTION_LABEL, type Quote, type QuoteAction } from "../quote-actions.ts";

type QuoteRowActionsProps = {
  quote: Quote;
  actions: readonly QuoteAction[];
  onView: () => void;
  onAction: (action: QuoteAction) => void;
};

/** What moves a quote on is a button; everything else waits in the menu, the destructive last and apart. */
export function QuoteRowActions({ quote, actions, onView, onAction }: QuoteRowActionsProps) {
  const number = quoteNumber(quote.id);
  const item = (action: QuoteAction) => ({ label: ACTION_LABEL[action], onSelect: () => onAction(action) });
  const quotation: MenuItem = {
    label: documents.quotation.label,
    onSelect: () => window.open(documentPath("quotation", quote.id), "_blank", "noopener"),
  };
  const others = actions.filter((action) => action !== "pay" && action !== "convert" && action !== "delete").map(item);
  const rest = [...others, quotation];
  const destructive: MenuItem[] = actions.includes("delete") ? [{ ...item("delete"), danger: true }] : [];
  const line: MenuItem[] = rest.length > 0 && destructive.length > 0 ? ["separator"] : [];
  const menu = [...rest, ...line, ...destructive];
  return (
    <>
      <Button size="sm" variant="ghost" onClick={onView} aria-label={`View ${number}`}>
        View
      </Button>
      {actions.includes("pay") && <PayNowButton quoteId={quote.id} size="sm" />}
      {actions.includes("convert") && (
        <Button size="sm" onClick={() => onAction("convert")} aria-label={`${ACTION_LABEL.convert}, ${number}`}>
          {ACTION_LABEL.convert}
        </Button>
      )}
      {menu.length > 0 && <DropdownMenu label={`More actions for ${number}`} items={menu} />}
    </>
  );
}
