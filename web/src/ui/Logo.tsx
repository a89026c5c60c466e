/** The logo of Callboard: a list with one item done and two open. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="6" fill="#7A1F4B" />
      <g fill="#FBF8F3">
        <circle cx="9" cy="9.5" r="2.5" />
        <rect x="14" y="8.25" width="11" height="2.5" rx="1.25" />
        <rect x="14" y="14.75" width="11" height="2.5" rx="1.25" />
        <rect x="14" y="21.25" width="7" height="2.5" rx="1.25" />
      </g>
      <g fill="none" stroke="#FBF8F3" strokeWidth="1.4">
        <circle cx="9" cy="16" r="1.9" />
        <circle cx="9" cy="22.5" r="1.9" />
      </g>
    </svg>
  )
}
