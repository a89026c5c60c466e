import { configure } from '@testing-library/react'

// The app and its database answer a screen for real: on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 15_000 })
