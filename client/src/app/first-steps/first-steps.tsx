import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Link } from "wouter";
import { Checklist, ChecklistItem, fromChecklist } from "#client/components/page/checklist.tsx";
import { MailNote, useMailDelivery } from "#client/components/page/mail-note.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { COMPANY_SETTINGS } from "#client/lib/waiting-invoices.ts";
import { CONFIRMED_STEPS, type ConfirmedStep, type FirstStep } from "#shared/domain/first-steps.ts";
import { WAITING_CLIENTS } from "#shared/domain/notifications.ts";
import type { Role } from "#shared/domain/roles.ts";

interface StepWords {
  readonly title: string;
  readonly says: string;
  /** The step's place, and the words of its link. */
  readonly place: string;
  readonly link: string;
  /** The button of a step that leaves no data, or that a business may not need. */
  readonly confirm?: string;
  /** Opening the place is the whole step. */
  readonly isDoneByOpening?: true;
}

const STEPS = {
  name: {
    title: "Your name",
    says: "Customers and workshops see it beside your messages and decisions. Your company is “Head office” until you name it there.",
    place: "/settings?tab=profile",
    link: "Enter",
  },
  seller: {
    title: "Your company",
    says: "Name, address and VAT number. Without them no invoice can be issued.",
    place: COMPANY_SETTINGS,
    link: "Fill in",
  },
  bank: {
    title: "Bank account",
    says: "Printed on unpaid invoices, so that customers can pay by transfer.",
    place: `${COMPANY_SETTINGS}&part=bank`,
    link: "Enter",
    confirm: "We take no transfers",
  },
  cards: {
    title: "Card payments",
    says: "Stripe's keys. With test keys (pk_test_, sk_test_) the card 4242 4242 4242 4242 pays without money. Settings, Payments has them later too.",
    place: "/settings?tab=payments",
    link: "Enter the keys",
    confirm: "No cards for now",
  },
  type: {
    title: "A shutter type",
    says: "Its louvre sizes, colours and price per m². Quotes cannot be made without one.",
    place: "/pricing?add=product",
    link: "Add",
  },
  supplier: {
    title: "A workshop",
    says: "The supplier that makes and ships. It never receives a price. Without a password, it is emailed a link to choose one.",
    place: "/users?role=supplier",
    link: "Create",
  },
  client: {
    title: "A client",
    says: "Create the first one here, or approve one that registers.",
    place: "/users?role=customer",
    link: "Create",
  },
  order: {
    title: "One order, from quote to shipped",
    says: "Make a quote for the client and convert it. In Users, View As shows it as the client and the workshop see it. Then set it to Shipped.",
    place: "/quotes?new=quote",
    link: "Make a quote",
    confirm: "I have tried it",
  },
  "who-waits": {
    title: "Who waits",
    says: "New companies wait for approval. They cannot sign in before, and are emailed your decision.",
    place: WAITING_CLIENTS,
    link: "See who waits",
    confirm: "I know where",
    isDoneByOpening: true,
  },
  "what-waits": {
    title: "What waits",
    says: "Quotes that customers placed wait to become orders. What else waits appears below, under Waiting for you.",
    place: "/quotes?view=placed",
    link: "See what waits",
    confirm: "I know where",
    isDoneByOpening: true,
  },
  address: {
    title: "Your address and VAT number",
    says: "They are on your invoices. Without an address no invoice can be issued.",
    place: "/settings?tab=profile",
    link: "Enter",
  },
  range: {
    title: "What you can order",
    says: "Shutter types, louvre sizes, colours, lead times and your prices.",
    place: "/range",
    link: "See the range",
    confirm: "I have seen it",
    isDoneByOpening: true,
  },
  business: {
    title: "Your own customers",
    says: "Your business, markup and terms, for quotations to homeowners in your name. We do not see them.",
    place: "/settings?tab=retail",
    link: "Fill in",
    confirm: "I do not need it",
  },
  quote: {
    title: "Your first quote",
    says: "It prices the windows as you enter them and orders nothing before you place it.",
    place: "/?new=quote",
    link: "Start a quote",
  },
  colleagues: {
    title: "Colleagues",
    says: "Each signs in under their own name. You decide who may order.",
    place: "/settings?tab=people&invite=new",
    link: "Invite",
    confirm: "I work alone",
  },
} as const satisfies Record<FirstStep, StepWords>;

const ORDER_TO_SHIP = {
  says: "The order is made. In Users, View As shows it as the client and the workshop see it. Then set it to Shipped.",
  place: "/orders",
  link: "Open the order",
};
const QUOTE_TO_CONVERT = {
  says: "The quote is made. Convert it to an order, then ship the order.",
  place: "/quotes",
  link: "Open the quote",
};

const TITLE: Readonly<Record<Role, string>> = {
  super_admin: "Set up your portal",
  admin: "Your first day",
  customer: "Your first steps",
  supplier: "",
};

/**
 * The checklist of the role's first hour, above its first screen until each step is done (rule
 * S32).
 */
export function FirstSteps() {
  const { role } = useUser();
  const { data } = useQuery({ ...query("firstSteps", "read", {}), enabled: role !== "supplier" });
  const firstOrder = useFirstOrder(role === "super_admin");
  const mail = useMailDelivery();
  // The step of the first order must not change under the pointer once the counts arrive.
  if (!data || data.complete || firstOrder.isLoading || mail.isLoading) return null;
  const { steps } = data;
  return (
    <Checklist
      title={TITLE[role]}
      description={`${steps.filter(({ done }) => done).length} of ${steps.length} done.`}
      note={<MailNote className="mx-4 mb-4" />}
    >
      {steps.map((step, at) => (
        <FirstStepItem
          key={step.step}
          {...step}
          words={step.step === "order" ? firstOrder.words : STEPS[step.step]}
          isNext={steps.findIndex(({ done }) => !done) === at}
        />
      ))}
    </Checklist>
  );
}

const isConfirmed = (step: FirstStep): step is ConfirmedStep => (CONFIRMED_STEPS as readonly string[]).includes(step);

/** Returns the words of the first order's next part: the quote, its conversion, then the order. */
function useFirstOrder(enabled: boolean): { readonly words: StepWords; readonly isLoading: boolean } {
  const quotes = useQuery({ ...query("quotes", "counts", {}), enabled });
  const orders = useQuery({ ...query("orders", "counts", {}), enabled });
  return { words: { ...STEPS.order, ...partOfFirstOrder(quotes.data, orders.data) }, isLoading: quotes.isLoading || orders.isLoading };
}

function partOfFirstOrder(quotes?: Reply<"quotes", "counts">, orders?: Reply<"orders", "counts">): Partial<StepWords> {
  if (orders && orders.open > 0) return ORDER_TO_SHIP;
  if (quotes && quotes.draft + quotes.placed + quotes.sent + quotes.acceptedNotOrdered > 0) return QUOTE_TO_CONVERT;
  return {};
}

type FirstStepItemProps = Reply<"firstSteps", "read">["steps"][number] & { words: StepWords; isNext: boolean };

function FirstStepItem({ step, done, words, isNext }: FirstStepItemProps) {
  const confirm = useCall("firstSteps", "confirm", { failure: "Failed to store the step" });
  const { isImpersonating } = useUser();
  const isDoneByOpening = words.isDoneByOpening && isConfirmed(step) && !isImpersonating;
  return (
    <ChecklistItem title={words.title} done={done} says={!done && words.says}>
      {!done && (
        <>
          {words.confirm && isConfirmed(step) && (
            <Button variant="ghost" pending={confirm.isPending} onClick={() => confirm.mutate({ body: { step } })}>
              {words.confirm}
            </Button>
          )}
          <Link
            href={fromChecklist(words.place, "start")}
            onClick={isDoneByOpening ? () => confirm.mutate({ body: { step } }) : undefined}
            className={clsx(buttonClass(isNext ? "primary" : "secondary"))}
          >
            {words.link}
            <span className="sr-only">: {words.title}</span>
          </Link>
        </>
      )}
    </ChecklistItem>
  );
}
