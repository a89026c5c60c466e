import { IconArrowRight } from '@tabler/icons-react'
import { paths } from '../shell/paths.ts'
import { Link } from '../ui/Link.tsx'
import { FormPage } from './FormPage.tsx'
import styles from './FormPage.module.css'

const choices = [
  {
    to: paths.signupStudio,
    title: 'Studio account',
    words: 'You own or manage a studio and register its dancers, teachers and routines together.',
  },
  {
    to: paths.signupUser,
    title: 'Individual account',
    words: 'You are a dancer, a teacher or a parent and register yourself or your children.',
  },
]

export const SignUpPage = () => (
  <FormPage
    flush
    title="Sign up"
    lead="Who will you register?"
    aside={
      <span>
        Already have an account? <Link to={paths.signin}>Sign in</Link>
      </span>
    }
  >
    <ul className={styles['choices']}>
      {choices.map(({ to, title, words }) => (
        <li key={to}>
          <Link to={to} className={styles['choice']}>
            <span className={styles['choiceTitle']}>
              {title}
              <IconArrowRight className="icon" aria-hidden />
            </span>
            <span className={styles['choiceWords']}>{words}</span>
          </Link>
        </li>
      ))}
    </ul>
  </FormPage>
)
