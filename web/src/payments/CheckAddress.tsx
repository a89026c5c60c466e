import styles from './Payments.module.css'

type CheckAddressProps = {
  registration_id: number
  /** Empty: the contact knows. */
  check_address: string
  contact: string
}

/** Payee and address for checks, or the contact that can tell them. PAY-025, PAY-029. */
export function CheckAddress({ registration_id, check_address, contact }: CheckAddressProps) {
  return (
    <div className={styles['checkTo']}>
      {check_address.trim() ? (
        <>
          <p>Make your check out and send it to:</p>
          <address>{check_address.trim()}</address>
        </>
      ) : (
        <p>
          To find out where to send your check, email <a href={`mailto:${contact}`}>{contact}</a>.
        </p>
      )}
      <p>Please write registration number {registration_id} on it.</p>
    </div>
  )
}
