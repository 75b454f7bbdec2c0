import { useEffect, useRef, useState } from "react";
import { choosePhotos } from "./photo-rules.ts";

export interface ChosenPhoto {
  readonly file: File;
  /** Shows the file from where it lies; nothing is read into the page. */
  readonly url: string;
}

/** The photos of a request that is being written, with their previews. */
export function useChosenPhotos() {
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const urls = useRef(new Set<string>());
  // The browser keeps every file that has such an address until it is told otherwise.
  useEffect(() => {
    const made = urls.current;
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
      made.clear();
    };
  }, []);

  const add = (files: readonly File[]) => {
    const chosen = choosePhotos(
      photos.map(({ file }) => file),
      files,
    );
    const added = chosen.added.map((file) => ({ file, url: URL.createObjectURL(file) }));
    for (const { url } of added) urls.current.add(url);
    setPhotos([...photos, ...added]);
    setFaults(chosen.faults);
  };
  const remove = (photo: ChosenPhoto) => {
    URL.revokeObjectURL(photo.url);
    urls.current.delete(photo.url);
    setPhotos(photos.filter((other) => other !== photo));
    setFaults([]);
  };
  return { photos, faults, add, remove };
}
