import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { DateText } from "#client/components/facts/values.tsx";
import { TextareaField } from "#client/components/form/fields.tsx";
import { PageForm } from "#client/components/form/page-form.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { retail } from "#shared/contract/retail.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Quotation } from "./link-standing.tsx";

type Question = Quotation["questions"][number];

/**
 * The homeowner's questions about the quotation. A question without an answer has a field for the
 * answer (rule T14).
 */
export function QuestionThread({ quoteId, questions }: { quoteId: number; questions: readonly Question[] }) {
  if (questions.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold">Questions</h3>
      <ul aria-label="Questions" className="flex flex-col gap-3">
        {questions.map((question) => (
          <li key={question.id} className="flex flex-col gap-2 rounded-md border border-border p-3">
            <Said at={question.at} who="Your customer asked" text={question.text} />
            {question.answer ? (
              <div className="border-border border-l-2 pl-3">
                <Said at={question.answer.at} who="You answered" text={question.answer.text} />
              </div>
            ) : (
              <AnswerBox quoteId={quoteId} questionId={question.id} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const Said = ({ at, who, text }: { at: string; who: string; text: string }) => (
  <div>
    <p className="text-muted text-sm">
      {who} on <DateText value={at} />
    </p>
    <p className="whitespace-pre-line break-words">{text}</p>
  </div>
);

const FAILED = "Failed to send the answer";
const answer = retail.answer.body;

function AnswerBox({ quoteId, questionId }: { quoteId: number; questionId: number }) {
  const form = useForm<z.input<typeof answer>>({ resolver: zodResolver(answer), defaultValues: { text: "" } });
  const send = useCall("retail", "answer", { success: "Answer sent", failure: FAILED });
  return (
    <PageForm
      form={form}
      pending={send.isPending}
      onSubmit={(body) => send.mutate({ params: { id: quoteId, questionId }, body })}
      className="flex flex-col items-start gap-2"
    >
      <div className="w-full">
        <TextareaField
          control={form.control}
          name="text"
          label="Your answer"
          rows={3}
          maxLength={LONGEST.answer}
          hint="Emailed in your name, and shown with the quotation."
        />
      </div>
      {send.error && <FailureNote>{failureSentence(send.error, FAILED)}</FailureNote>}
      <Button type="submit" size="sm" pending={send.isPending}>
        Send answer
      </Button>
    </PageForm>
  );
}
