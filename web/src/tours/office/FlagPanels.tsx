import { Panel } from '../../ui/Panel.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import styles from '../../ui/Office.module.css'
import type { Flags } from './flag-words.ts'

type FlagPanelsProps<Name extends string> = {
  /** The switches of each panel by its title. */
  panels: Readonly<Record<string, Flags<Name>>>
  values: Readonly<Record<Name, boolean>>
  readOnly: boolean
  onChange: (change: Partial<Record<Name, boolean>>) => void
}

/** The switches of an event or a city, in a panel for each subject. */
export const FlagPanels = <Name extends string>({ panels, values, readOnly, onChange }: FlagPanelsProps<Name>) =>
  Object.entries(panels).map(([title, flags]: [string, Flags<Name>]) => (
    <Panel key={title} title={title}>
      <div className={styles['switches']}>
        {flags.map(([name, label, help]) => (
          <ToggleField
            key={name}
            label={label}
            help={help}
            value={values[name]}
            disabled={readOnly}
            error={undefined}
            // The cast: TypeScript widens a computed key.
            onChange={(value) => onChange({ [name]: value } as Partial<Record<Name, boolean>>)}
          />
        ))}
      </div>
    </Panel>
  ))
