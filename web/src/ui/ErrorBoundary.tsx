import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { Empty } from './Empty.tsx'

type ErrorBoundaryProps = {
  /** Name of the part, as the subject of the error message. */
  what: string
  /** Runs before the children are rendered again. */
  onRetry?: () => void
  children: ReactNode
}

/** Catches render errors of one part of a screen, so that the rest of the screen and its input stay. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Empty
        title="Something went wrong!"
        action={
          <Button
            variant="default"
            onClick={() => {
              this.props.onRetry?.()
              this.setState({ failed: false })
            }}
          >
            Try again
          </Button>
        }
      >
        {this.props.what} could not be shown. What you have typed is still there.
      </Empty>
    )
  }
}
