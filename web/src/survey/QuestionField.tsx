import {
  entriesOf,
  highestRating,
  longestAnswer,
  type SurveyAnswer,
  type SurveyLists,
  type SurveyQuestion,
} from '@callboard/domain/survey/question.ts'
import { useId } from 'react'
import { useFieldError } from '../ui/form-state.ts'
import { LongTextField } from '../ui/LongTextField.tsx'
import styles from './Survey.module.css'

type QuestionFieldProps = {
  question: SurveyQuestion
  answer: SurveyAnswer | undefined
  lists: SurveyLists
  /** Labels of 1 to 5; empty: the numbers stand alone. */
  labels: readonly string[]
  disabled: boolean
  error: string | undefined
  onAnswer: (answer: SurveyAnswer) => void
}

/** One question with its answer: a rating, a text, or a rating of each entry of a list. SURV-007 to SURV-010. */
export function QuestionField({ question, answer, lists, labels, disabled, error, onAnswer }: QuestionFieldProps) {
  const { id, survey_question_type: type, question: text, required, feedback } = question
  const name = `questions.${id}`
  const current: SurveyAnswer = answer ?? { id, type, value: null, not_applicable: false, feedback: '' }
  const put = (change: Partial<SurveyAnswer>) => onAnswer({ ...current, ...change })
  const value = disabled ? null : current.value
  const { visibleError, marks } = useFieldError(name, error)
  const errorId = useId()

  if (type === 'text') {
    return (
      <LongTextField
        label={text}
        name={name}
        value={typeof value === 'string' ? value : ''}
        lines={3}
        mostLines={12}
        maxLength={longestAnswer}
        optional={!required}
        disabled={disabled}
        error={error}
        onChange={(next) => put({ value: next === '' ? null : next })}
      />
    )
  }

  const entries = entriesOf(type, lists)
  const ratings = new Map(Array.isArray(value) ? value.map((entry) => [entry.id, entry.rating]) : [])
  const rate = (entry: number, rating: number) =>
    put({
      value: entries.map((one) => ({ ...one, rating: one.id === entry ? rating : (ratings.get(one.id) ?? null) })),
    })
  return (
    <fieldset
      className={styles['question']}
      tabIndex={-1}
      aria-label={text}
      data-error={visibleError !== undefined || undefined}
      {...(visibleError && { 'aria-describedby': errorId })}
      disabled={disabled}
      {...marks}
    >
      <legend className={styles['legend']}>
        {text}
        {!required && <span className={styles['optional']}>optional</span>}
      </legend>
      {type === 'rating' ? (
        <Ratings
          name={name}
          label={text}
          labels={labels}
          value={typeof value === 'number' ? value : null}
          onChange={(rating) => put({ value: rating })}
        />
      ) : (
        entries.map((entry) => (
          <div key={entry.id} className={styles['entry']}>
            <span aria-hidden>{entry.name}</span>
            <Ratings
              name={`${name}.${entry.id}`}
              label={entry.name}
              labels={labels}
              value={ratings.get(entry.id) ?? null}
              onChange={(rating) => rate(entry.id, rating)}
            />
          </div>
        ))
      )}
      {visibleError && (
        <p id={errorId} className={styles['error']}>
          {visibleError}
        </p>
      )}
      {feedback && (
        <LongTextField
          label="Comments"
          name={`${name}.feedback`}
          value={disabled ? '' : current.feedback}
          lines={2}
          mostLines={10}
          maxLength={longestAnswer}
          optional
          error={undefined}
          onChange={(next) => put({ feedback: next })}
        />
      )}
    </fieldset>
  )
}

type RatingsProps = {
  name: string
  label: string
  labels: readonly string[]
  value: number | null
  onChange: (rating: number) => void
}

const ratingNumbers = Array.from({ length: highestRating }, (_, index) => index + 1)

/** Five choices, the lowest first. */
const Ratings = ({ name, label, labels, value, onChange }: RatingsProps) => (
  <div role="radiogroup" aria-label={label} className={styles['ratings']}>
    {ratingNumbers.map((rating) => (
      <label key={rating} className={styles['rating']}>
        <input type="radio" name={name} value={rating} checked={value === rating} onChange={() => onChange(rating)} />
        <span>{labels[rating - 1] ?? rating}</span>
      </label>
    ))}
  </div>
)
