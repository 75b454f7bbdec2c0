import type { Reply } from "#client/lib/api.ts";
import { sortCodeInWords } from "#shared/domain/trade/ledger.ts";
import { DefinitionList } from "./fact-list.tsx";

type BankTransferProps = { bank: NonNullable<Reply<"account", "read">["bank"]>; columns: 2 | 3 };

/** The office's bank account, in the parts that a banking app asks for. */
export function BankTransfer({ bank: { payee, bankName, sortCode, accountNumber }, columns }: BankTransferProps) {
  return (
    <DefinitionList
      columns={columns}
      facts={[
        { term: "Payee", value: payee },
        bankName !== "" && { term: "Bank", value: bankName },
        { term: "Sort code", value: <span className="whitespace-nowrap tabular-nums">{sortCodeInWords(sortCode)}</span> },
        { term: "Account number", value: <span className="tabular-nums">{accountNumber}</span> },
        { term: "Reference", value: "The number of the invoice or the order" },
      ]}
    />
  );
}
