/** The app's mark: a kernel of sound, into a tray. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 512 512" aria-hidden="true">
      <rect className="mark-ground" x="24" y="24" width="464" height="464" rx="112" />
      <path className="mark-tray" d="M120 292v30c0 37 29 66 66 66h140c37 0 66-29 66-66v-30" />
      <path className="mark-sound" d="M178 166v118M334 166v118" />
      <path
        className="mark-kernel"
        d="M256 100c37 47 56 85 56 124 0 42-22 72-56 90-34-18-56-48-56-90 0-39 19-77 56-124z"
      />
    </svg>
  );
}

/** The same kernel as a line drawing, for the empty list and the drop. */
export function DropArt() {
  return (
    <svg className="drop-art" viewBox="0 0 132 132" aria-hidden="true">
      <path className="soft" d="M28 44v20M40.5 32v44M91.5 32v44M104 44v20" />
      <path
        className="fill"
        d="M66 14c12.5 15 19 27.5 19 40.5 0 13.5-7.5 24-19 30-11.5-6-19-16.5-19-30C47 41.5 53.5 29 66 14z"
        transform="translate(66 54) scale(.92) translate(-66 -54)"
      />
      <path d="M20 80v11c0 11 9 20 20 20h52c11 0 20-9 20-20V80" />
    </svg>
  );
}
