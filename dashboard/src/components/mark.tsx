/** The mark of the service, three rows that are sent out as waves, and its name. Drawn as `src/docs-site/icon.svg`. */

export function Mark() {
  return (
    <span className="mark">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <rect width="16" height="16" rx="4" />
        <path d="M3 4h4M3 8h4M3 12h4M9 5.2a4 4 0 0 1 0 5.6M11.2 3a7 7 0 0 1 0 10" />
      </svg>
      Tablecast
    </span>
  );
}
