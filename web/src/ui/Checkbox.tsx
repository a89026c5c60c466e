import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './Checkbox.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'size'> & {
  label?: ReactNode
  description?: ReactNode
  error?: ReactNode
}

/**
 * A box to tick with its label. The browser's own control: Mantine's is 4 kB more of a first load, which steps of the wizard
 * have no room for.
 */
export const Checkbox = (props: CheckboxProps) => <Control look="box" {...props} />

/** A switch takes effect at once, or says on or off of one thing. */
export const Switch = (props: CheckboxProps) => <Control look="track" {...props} />

type ControlProps = CheckboxProps & { look: 'box' | 'track' }

function Control({ look, label, description, error, id, ...input }: ControlProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const describedBy = [description && `${controlId}-description`, error && `${controlId}-error`].filter(Boolean)
  return (
    <div className={styles['root']}>
      <input
        {...input}
        type="checkbox"
        {...(look === 'track' && { role: 'switch' })}
        id={controlId}
        className={`${styles['input']} ${styles[look]}`}
        {...(error && { 'aria-invalid': true })}
        {...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') })}
      />
      {(label || description || error) && (
        <div className={styles['words']}>
          <label htmlFor={controlId} className={styles['label']}>
            {label}
          </label>
          {description && (
            <p id={`${controlId}-description`} className={styles['description']}>
              {description}
            </p>
          )}
          {error && (
            <p id={`${controlId}-error`} className={styles['error']}>
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
