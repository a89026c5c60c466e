import { underAge } from '@callboard/domain/waivers/form.ts'
import { Radio, Stack } from '@mantine/core'
import { useFieldError } from '../ui/form-state.ts'
import { maySignSelf, type AgeFacts } from './draft.ts'

type TypeChoiceProps = {
  name: string
  self: boolean | null
  onChange: (self: boolean) => void
  facts: AgeFacts
}

/** Selects the signer: the participant, if of age, or a parent. WAIV-006, WAIV-010. */
export function TypeChoice({ name, self, onChange, facts }: TypeChoiceProps) {
  const isAdult = maySignSelf(facts)
  // A choice that was made before the birthdate was known may be wrong by now.
  const wrong = self === null ? 'Required' : self && !isAdult ? underAge : undefined
  const { visibleError, onBlur, marks } = useFieldError('self', wrong)
  // An invalid choice is reported at once.
  const error = self ? wrong : visibleError
  return (
    <Radio.Group
      label="Who signs?"
      description={isAdult || self ? undefined : underAge}
      value={self === null ? null : self ? 'self' : 'parent'}
      onChange={(value) => onChange(value === 'self')}
      error={error}
    >
      <Stack gap={12} mt={8}>
        <Radio value="parent" label={`A parent or legal guardian of ${name}`} onBlur={onBlur} {...marks} />
        {isAdult && <Radio value="self" label={`${name}, who is ${facts.adult_age} or older`} onBlur={onBlur} />}
      </Stack>
    </Radio.Group>
  )
}
