import { paths } from '../shell/paths.ts'
import { usePhone } from '../ui/clock.ts'
import { Emblem } from '../ui/Emblem.tsx'
import { SelectField } from '../ui/fields.tsx'
import { Link } from '../ui/Link.tsx'
import type { Brand } from './picked-dates.ts'
import styles from './Picker.module.css'

type TourChooserProps = { brands: readonly Brand[]; selectedBrand: Brand; onChoose: (subdomain: string) => void }

/** Which tour: their marks beside each other; on a phone the browser's own list. */
export function TourChooser({ brands, selectedBrand, onChoose }: TourChooserProps) {
  if (usePhone()) {
    const options = brands.map(({ subdomain, name }) => ({ value: subdomain, label: name }))
    return (
      <SelectField
        label="Tour"
        value={selectedBrand.subdomain}
        options={options}
        error={undefined}
        onChange={(subdomain) => subdomain && onChoose(subdomain)}
      />
    )
  }
  return (
    <nav className={styles['tours']} aria-label="Tours">
      {brands.map(({ id, subdomain, name, color, logo }) => (
        <Link
          key={id}
          to={`${paths.register}?event=${subdomain}`}
          className={styles['tour']}
          aria-current={id === selectedBrand.id ? 'page' : undefined}
        >
          <Emblem name={name} colour={color} logo={logo} size={32} />
          {name}
        </Link>
      ))}
    </nav>
  )
}
