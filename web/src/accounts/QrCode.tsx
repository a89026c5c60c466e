import encodeQR from 'qr'

/** A QR code, black on white in the dark theme too: cameras read it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: 3, ecc: 'low' })
  const dots = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width={208}
      height={208}
      shapeRendering="crispEdges"
      style={{ alignSelf: 'center', maxWidth: '100%' }}
    >
      <title>{label}</title>
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={dots.join('')} fill="#000" />
    </svg>
  )
}
