import { useState } from 'react'
import { call } from '../../api/call.ts'
import { formError } from '../../api/failure.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import type { FormError } from '../../ui/form-state.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { shareOptions, type ProgramDancer, type RegistrationProgram, type ProgramVisit } from './program-query.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type JacketDialogProps = {
  dancer: ProgramDancer
  choices: Pick<RegistrationProgram, 'program' | 'sizes'>
  visit: Pick<ProgramVisit, 'share'>
  onSaved: () => void
  onClose: () => void
}

/** Size and name of one dancer's jacket, or the size of their top. PROG-047, PROG-009. */
export default function JacketDialog({ dancer, choices: { program, sizes }, visit, ...ends }: JacketDialogProps) {
  const { garment, asks_name } = program
  const formDraft = useDraft('registrations/jacket', dancer.attendee_id)
  const [size, setSize] = useDraftState(formDraft, 'size', dancer.jacket_size_id)
  const [name, setName] = useDraftState(formDraft, 'name', dancer.jacket_name ?? '')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<FormError>()

  async function save() {
    setPending(true)
    setError(undefined)
    const body = {
      id: dancer.attendee_id,
      jacket_size_id: size,
      ...(asks_name && { jacket_name: name.trim() || null }),
    }
    try {
      await call('PATCH /v1/tda/best-dancers', { body }, shareOptions(visit))
      formDraft.clear()
      toast('Saved')
      ends.onSaved()
      ends.onClose()
    } catch (failure) {
      setError(formError(failure))
      setPending(false)
    }
  }

  return (
    <FormDialog
      draft={formDraft}
      title={`${garment === 'top' ? 'Top' : 'Jacket'} of ${dancer.fname} ${dancer.lname}`}
      error={error}
      pending={pending}
      onSubmit={() => void save()}
      onClose={ends.onClose}
    >
      <SelectField
        label={garment === 'top' ? 'Top size' : 'Jacket size'}
        name="jacket_size_id"
        value={size}
        onChange={setSize}
        options={sizes.map(({ id, name: label, chest }) => ({
          value: id,
          label: chest === '' ? label : `${label} (chest ${chest} in)`,
        }))}
        error={undefined}
      />
      {asks_name && (
        <TextField
          label="Name on the jacket"
          name="jacket_name"
          value={name}
          onChange={setName}
          error={undefined}
          maxLength={60}
          help="Stitched exactly as you type it."
        />
      )}
    </FormDialog>
  )
}
