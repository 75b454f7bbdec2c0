import { linkClass } from "#client/components/ui/control/button.tsx";
import { CARRIER_NAME, type Carrier } from "#shared/domain/trade/carriers.ts";

type TrackingProps = { carrier: Carrier | null; trackingNumber: string | null; trackingUrl: string | null };

/** Who brings it, and under which number: a link where the carrier says how far it is (rule W7). */
export function Tracking({ carrier, trackingNumber, trackingUrl }: TrackingProps) {
  return (
    <span className="wrap-anywhere">
      {carrier && CARRIER_NAME[carrier]}
      {carrier && trackingNumber && ", "}
      {trackingUrl ? (
        <a href={trackingUrl} target="_blank" rel="noopener noreferrer" className={linkClass}>
          {trackingNumber}
        </a>
      ) : (
        trackingNumber
      )}
    </span>
  );
}
