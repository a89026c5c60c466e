import { TextField } from '../../ui/fields.tsx'

type MoneyReasons = { office_reason: string; note: string }

export const noReasons: MoneyReasons = { office_reason: '', note: '' }

type ReasonFieldsProps = {
  reasons: MoneyReasons
  onChange: (reasons: MoneyReasons) => void
  /** An adjustment has nothing else that says what it is for. */
  needsReason?: boolean
  reasonError?: string | undefined
  /** As the server names the message in its refusals. */
  noteName?: string
}

/** Why the office moves money, apart from what it tells the studio: only the message leaves the office. */
export function ReasonFields({
  reasons,
  onChange,
  needsReason = false,
  reasonError,
  noteName = 'note',
}: ReasonFieldsProps) {
  return (
    <>
      <TextField
        label="Reason (office only)"
        name="office_reason"
        value={reasons.office_reason}
        onChange={(office_reason) => onChange({ ...reasons, office_reason })}
        error={reasonError}
        optional={!needsReason}
        maxLength={300}
      />
      <TextField
        label="Message to the studio"
        name={noteName}
        value={reasons.note}
        onChange={(note) => onChange({ ...reasons, note })}
        error={undefined}
        help="The studio sees it in the email, its payments and its statement."
        optional
        maxLength={300}
      />
    </>
  )
}
