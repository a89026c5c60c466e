import { InputBase, type ElementProps, type InputBaseProps } from '@mantine/core'
import styles from './NativeSelect.module.css'

type Choice = { value: string; label: string; disabled?: boolean }

type NativeSelectProps = Omit<InputBaseProps, 'pointer' | 'rightSection' | 'rightSectionPointerEvents'> &
  ElementProps<'select', keyof InputBaseProps> & {
    /** The options; instead of them as children. */
    data?: readonly (string | Choice)[]
  }

/** The browser's own list as a field. Mantine's weighs 1 kB more of a first load. */
export const NativeSelect = ({ data = [], children, ...props }: NativeSelectProps) => (
  <InputBase component="select" pointer rightSection={<Arrows />} rightSectionPointerEvents="none" {...props}>
    {data.map((choice) =>
      typeof choice === 'string' ? (
        <option key={choice}>{choice}</option>
      ) : (
        <option key={choice.value} value={choice.value} disabled={choice.disabled}>
          {choice.label}
        </option>
      ),
    )}
    {children}
  </InputBase>
)

const Arrows = () => (
  <svg className={styles['arrows']} viewBox="0 0 15 15" aria-hidden>
    {/* The arrows of Mantine's lists. */}
    <path d="m5.25 5.75 2.25-2.25 2.25 2.25m0 3.5L7.5 11.5 5.25 9.25" />
  </svg>
)
