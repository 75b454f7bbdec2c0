import { X } from "lucide-react";
import { useState } from "react";
import { type Company, CompanyBox } from "#client/components/form/company-box.tsx";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";

export type ClientFilterProps = {
  companyId: number | null;
  /** The client's name, if the list's rows contain it. The address contains only the id. */
  companyName: string | undefined;
  onChange: (companyId: number | null) => void;
};

export default function ClientFilterField({ companyId, companyName, onChange }: ClientFilterProps) {
  const [chosen, setChosen] = useState<Company | null>(null);
  const [cleared, setCleared] = useState(0);
  const isChosenHere = (chosen?.id ?? null) === companyId;
  const namedClient = companyId === null ? null : { id: companyId, companyName: companyName ?? `Client ${companyId}` };
  const choose = (company: Company | null) => {
    setChosen(company);
    onChange(company?.id ?? null);
  };
  // The key preserves typed text, and remounts the field when a link or the Back button changes the
  // client.
  const from = isChosenHere ? "here" : (namedClient?.companyName ?? "nobody");
  return (
    <Field label="Client" hideLabel className="relative">
      {(wiring) => (
        <>
          <CompanyBox
            {...wiring}
            key={`${from} ${cleared}`}
            placeholder="All clients"
            company={isChosenHere ? chosen : namedClient}
            onChoose={choose}
            listClass="left-0 mt-1 w-72 max-w-[calc(100vw-2rem)]"
            suspendedToo
            className="pr-10 text-ellipsis"
          />
          {companyId !== null && (
            <IconButton
              label="Show all clients"
              icon={<X />}
              size="sm"
              className="absolute! top-1/2 right-0.5 -translate-y-1/2"
              onClick={() => {
                setCleared(cleared + 1);
                choose(null);
              }}
            />
          )}
        </>
      )}
    </Field>
  );
}
