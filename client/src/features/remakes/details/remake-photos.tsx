import { PhotoGrid } from "#client/components/photos/photo-grid.tsx";
import { useUser } from "#client/lib/session.ts";
import { makers, type Role } from "#shared/domain/roles.ts";
import { remakeNumber } from "#shared/domain/trade/status.ts";

type RemakePhotosProps = { remakeId: number; photos: readonly string[] };

/**
 * A remake's photos, which the supplier may download. The reply's photos continue the request's
 * numbering.
 */
export function RemakePhotos({ remakeId, photos }: RemakePhotosProps) {
  const user = useUser();
  const savedAs = (place: string) => `remake-${remakeId}-photo-${place}.jpg`;
  return (
    <PhotoGrid
      photos={photos}
      of={remakeNumber(remakeId)}
      savedAs={(makers as readonly Role[]).includes(user.role) ? savedAs : undefined}
    />
  );
}
