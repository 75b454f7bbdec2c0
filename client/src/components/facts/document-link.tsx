import { FileText } from "lucide-react";
import { buttonClass } from "#client/components/ui/control/button.tsx";
import { useUser } from "#client/lib/session.ts";
import { type DocumentName, documentPath, documents, mayHave } from "#shared/contract/documents.ts";

/** Opens a PDF beside the portal. A person who may not have it sees no link. */
export function DocumentLink({ name, id }: { name: DocumentName; id: number }) {
  const user = useUser();
  if (!mayHave(user.role, name)) return null;
  return (
    <a href={documentPath(name, id)} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
      <span aria-hidden className="-ml-1 inline-flex shrink-0 [&>svg]:size-4">
        <FileText />
      </span>
      {documents[name].label}
    </a>
  );
}
