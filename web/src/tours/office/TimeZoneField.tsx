import { commonTimeZones } from '@callboard/domain/tours/time-zones.ts'
import { useMarked } from '../../ui/fields.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'

type TimeZoneFieldProps = {
  /** Null: not known until it is chosen. */
  value: string | null
  onChange: (zone: string) => void
  error: string | undefined
  help?: string | undefined
  disabled?: boolean
}

const common = new Set(commonTimeZones.map(([zone]) => zone))
const otherZones = () => Intl.supportedValuesOf('timeZone').filter((zone) => !common.has(zone))

/** The zone in which a city's dates and times are entered and shown: North American zones first, then all others. */
export function TimeZoneField({ value, onChange, error, help, disabled = false }: TimeZoneFieldProps) {
  const others = otherZones()
  const isListed = value === null || common.has(value) || others.includes(value)
  return (
    <NativeSelect
      {...useMarked({ label: 'Time zone', error, name: 'time_zone', help })}
      value={value ?? ''}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {value === null && (
        <option value="" disabled>
          Choose…
        </option>
      )}
      {!isListed && <option value={value}>{value}</option>}
      <optgroup label="North America">
        {commonTimeZones.map(([zone, label]) => (
          <option key={zone} value={zone}>
            {label}
          </option>
        ))}
      </optgroup>
      <optgroup label="All others">
        {others.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </optgroup>
    </NativeSelect>
  )
}
