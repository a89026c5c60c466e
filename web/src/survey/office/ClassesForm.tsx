import { useAct } from '../../api/use-call.ts'
import { Form, Submit } from '../../ui/Form.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type WorkshopClass = { id: number; name: string; level_ids: readonly number[] }
type Level = { id: number; name: string }
type ClassesFormProps = { tour_date_id: number; classes: readonly WorkshopClass[]; levels: readonly Level[] }

const lineOf = ({ name, level_ids }: WorkshopClass, levels: readonly Level[]) => {
  const names = level_ids.flatMap((id) => levels.find((level) => level.id === id)?.name ?? [])
  return names.length > 0 ? `${name} | ${names.join(', ')}` : name
}

/** The classes of a typed list; of a line, the levels that there are none of. */
function parseClasses(text: string, { classes, levels }: Pick<ClassesFormProps, 'classes' | 'levels'>) {
  const unknownLevels: string[] = []
  const lines = text.split('\n').flatMap((line) => {
    const [name = '', levelNames = ''] = line.split('|').map((part) => part.trim())
    if (name === '') return []
    const level_ids = levelNames
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
      .flatMap((one) => {
        const level = levels.find((other) => other.name.toLowerCase() === one.toLowerCase())
        if (!level) unknownLevels.push(one)
        return level ? [level.id] : []
      })
    const existingClass = classes.find((one) => one.name === name)
    return [{ ...(existingClass && { id: existingClass.id }), name, level_ids }]
  })
  return { lines, unknownLevels }
}

/** The classes of a city, one on a line: a class of the same name stays the same. OFF-034. */
export function ClassesForm({ tour_date_id, classes, levels }: ClassesFormProps) {
  const formDraft = useDraft('survey/classes', tour_date_id)
  const initialText = classes.map((one) => lineOf(one, levels)).join('\n')
  const [text, setText] = useDraftState(formDraft, 'classes', initialText)
  const { lines, unknownLevels } = parseClasses(text, { classes, levels })
  const names = lines.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  const { mutate, isPending, error } = useAct('PUT /v1/office/workshop-classes', {
    refreshes: ['GET /v1/office/survey-answers'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Classes saved')
    },
  })
  const wrong =
    twice !== undefined
      ? `${twice} is listed twice.`
      : unknownLevels.length > 0
        ? `No such level: ${unknownLevels.join(', ')}.`
        : undefined
  return (
    <Form
      error={error}
      pending={isPending}
      draft={formDraft}
      onSubmit={() => mutate({ body: { tour_date_id, classes: lines } })}
    >
      <LongTextField
        label="Classes"
        name="classes"
        help="One per line, such as “Jazz with Noor | Teen, Senior”. Levels may be left out."
        value={text}
        lines={5}
        mostLines={24}
        error={wrong}
        onChange={setText}
      />
      <Submit pending={isPending}>Save</Submit>
    </Form>
  )
}
