import styles from './Emblem.module.css'

// Dark enough that white letters on them can be read.
const colours = ['#7A1F4B', '#1F4E79', '#2E5E4E', '#8A3B12', '#4B3A8C', '#6B1F2A', '#2B5D6B', '#5C4A12'] as const
const shapes = [
  'M32 2 60 18v28L32 62 4 46V18z',
  'M32 3a29 29 0 1 1 0 58 29 29 0 0 1 0-58z',
  'M6 4h52v36c0 11-12 17-26 22C18 57 6 51 6 40z',
  'M32 2 62 32 32 62 2 32z',
  'M4 4h56v56H4z',
] as const

const initialsOf = (name: string) =>
  name
    .split(/[\s-]+/)
    .filter((word) => !/^(the|of|and|&)$/i.test(word))
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 3)
    .join('')

const numberOf = (text: string) =>
  Array.from(text).reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) >>> 0, 7)

type EmblemProps = { name: string; colour?: string; logo?: string | null; size?: number; wide?: boolean }

/**
 * A brand's mark, beside its name: its logo; without one made of its initials, its colour and a shape that stays the
 * same for the name. `wide`: a logo may be up to three times as wide as high.
 */
export function Emblem({ name, colour, logo, size = 48, wide = false }: EmblemProps) {
  if (logo) {
    const plate = { height: size, ...(wide ? { minWidth: size, maxWidth: size * 3 } : { width: size }) }
    return <img className={styles['logo']} src={logo} alt="" style={plate} />
  }
  const initials = initialsOf(name) || name.charAt(0).toUpperCase()
  const seed = numberOf(name)
  return (
    <svg className={styles['emblem']} width={size} height={size} viewBox="0 0 64 64" aria-hidden>
      <path d={shapes[seed % shapes.length]} fill={colour ?? colours[seed % colours.length]} />
      <text x="32" y="32" dy="0.36em" textAnchor="middle" fontSize={initials.length > 2 ? 19 : 25} fill="#fff">
        {initials}
      </text>
    </svg>
  )
}
