import { linkClass } from "#client/components/ui/control/button.tsx";
import { CARRIER_NAME, type Carrier } from "#shared/domain/trade/carriers.ts";

type TrackingProps = { carrier: Carrier | null; trackingNumber: string | null; trackingUrl: string | null };

/**
 * Displays the carrier and the tracking number, with a link where the carrier publishes the
 * progress (rule W7).
 */
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
